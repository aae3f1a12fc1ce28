#if NATS
import Dispatch
import Foundation
import PubNubLocks
import PubNubOrigin
import PubNubWire

extension NATSStream {
    /// The parts of a stream that was opened.
    struct Opened {
        let connection: NATSConnection
        let first: [UInt8]
        let start: UInt64
        let last: UInt64
    }

    /// Connects, creates the stream if it does not exist, and reads its first record.
    ///
    /// - Throws: `OriginError.cannotJoin`.
    static func open(
        _ nats: OriginNATS,
        first: [UInt8]?,
        checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
        waiting: @escaping @Sendable (String) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) async throws(OriginError) -> NATSStream {
        let opened: Opened = try await withHandover(throwing: OriginError.self) { handover in
            // The calls of the library wait.
            DispatchQueue(label: "pubnub.nats.open").async {
                do throws(OriginError) {
                    handover.resume(returning: try open(nats, first, checkOther, waiting, report))
                } catch {
                    handover.resume(throwing: error)
                }
            }
        }
        return NATSStream(nats, opened, report: report)
    }

    private static func open(
        _ nats: OriginNATS,
        _ first: [UInt8]?,
        _ checkOther: ([UInt8]) throws(OriginError) -> Void,
        _ waiting: @escaping (String) -> Void,
        _ report: @escaping @Sendable (String) -> Void
    ) throws(OriginError) -> Opened {
        let patience = Patience(nats.connectTimeout, waiting)
        let connection = try connect(nats, patience, report)
        let stream = JetStream(connection: connection)
        do throws(OriginError) {
            try checkJetStream(stream, nats, patience)
            let exists = try exists(stream, nats, patience)
            if nats.restores, exists { throw existing(nats) }
            if !exists {
                if first == nil { throw missing(nats) }
                try checkOthers(stream, nats, checkOther, report)
            }
            // One server stores the first record. The others do so if they wait in vain, each at another time.
            var creation = try create(stream, nats, patience)
            let isFirst = creation.isNew || creation.hasOneReplica
            let turn = ContinuousClock.now + (isFirst ? .zero : .seconds(1) + .seconds(3) * Double.random(in: 0...1))
            try checkRight(stream, nats, patience)
            while true {
                if let found = try firstRecord(stream, nats, patience) {
                    // Restoring does not know that it created the stream if NATS did so after the call had timed out.
                    let isOwn = creation.isNew || nats.restores
                    if isOwn, let first, !StreamCodec.isSettings(found.record), !patience.isOver {
                        creation = try recreate(stream, nats, patience, first)
                        continue
                    }
                    return Opened(connection: connection, first: found.record, start: found.start, last: found.last)
                }
                guard !patience.isOver else { throw empty(nats) }
                if let first, ContinuousClock.now >= turn, try storeFirst(first, stream, nats) { continue }
                patience.wait("The first record of the stream \(nats.stream) is missing.")
            }
        } catch {
            connection.close()
            throw error
        }
    }

    /// The refusals of credentials that may be a mistake of the library, before one counts.
    private static let maxUnsignedAttempts = 4

    private static func connect(
        _ nats: OriginNATS,
        _ patience: Patience,
        _ report: @escaping @Sendable (String) -> Void
    ) throws(OriginError) -> NATSConnection {
        if let file = nats.credentialsFile { try checkCredentials(file) }
        while true {
            do throws(NATSFailure) {
                return try connected(nats, report)
            } catch {
                // Another attempt may reach a server that is starting. It does not change what a server accepts.
                guard case .other = error.kind, !patience.isOver else {
                    throw .cannotJoin(reason(error, nats))
                }
                patience.wait(reason(error, nats))
            }
        }
    }

    /// Connects once, or more often with credentials: version 3.4 of the library sometimes leaves out the signature that proves them. It may do so
    /// twice in a row.
    ///
    /// - Throws: ``NATSFailure``.
    static func connected(
        _ nats: OriginNATS,
        _ report: @escaping @Sendable (String) -> Void
    ) throws(NATSFailure) -> NATSConnection {
        var unsigned = nats.credentialsFile == nil ? 0 : maxUnsignedAttempts
        while true {
            do throws(NATSFailure) {
                return try NATSConnection(nats, report: report)
            } catch {
                guard case .unauthorized = error.kind, unsigned > 0 else { throw error }
                unsigned -= 1
            }
        }
    }

    /// Checks a file with credentials. The library would take one without any for a server that cannot be reached.
    private static func checkCredentials(_ file: String) throws(OriginError) {
        guard access(file, R_OK) == 0, let content = FileManager.default.contents(atPath: file) else {
            throw .cannotJoin(
                "The file with NATS credentials \(file) cannot be read: \(String(cString: strerror(errno)))."
            )
        }
        let text = String(decoding: content, as: UTF8.self)
        guard text.contains("-----BEGIN NATS USER JWT-----"), text.contains("-----BEGIN USER NKEY SEED-----") else {
            throw .cannotJoin(
                "The file \(file) has no credentials of a NATS user. It needs the token and the seed, as 'nsc generate creds' writes them."
            )
        }
    }

    /// The reason why no server accepted a connection.
    private static func reason(_ failure: NATSFailure, _ nats: OriginNATS) -> String {
        let servers = nats.servers.map(withoutSecrets).joined(separator: ", ")
        return switch failure.kind {
        case .unauthorized:
            "The NATS servers \(servers) refuse the connection: \(failure.text). "
                + "Check the user and the password in their URLs, or the credentials."
        case .insecure:
            "There is no TLS connection to the NATS servers \(servers): \(failure.text). "
                + "Check the authority of their certificates, and that their URLs begin with tls:// only if they need TLS."
        case .noResponder, .refused, .other:
            "No NATS server of \(servers) can be reached: \(failure.text)."
        }
    }

    /// A URL without its user and password.
    private static func withoutSecrets(_ url: String) -> String {
        guard let at = url.lastIndex(of: "@") else { return url }
        let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
        return String(scheme + url[url.index(after: at)...])
    }

    private static func checkJetStream(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience
    ) throws(OriginError) {
        do throws(JetStream.Failure) {
            _ = try retried(patience) { () throws(JetStream.Failure) in try stream.call("INFO") }
        } catch {
            switch error {
            case .failed(let failure) where failure.hasNoResponder:
                throw .cannotJoin(
                    "JetStream is off on the NATS servers. Start them with --jetstream, or add 'jetstream' to their "
                        + "configuration."
                )
            case .refused(let refusal) where refusal.number == 10039 || refusal.number == 10076:
                throw .cannotJoin("JetStream is off for this NATS account: \(refusal.text).")
            case .failed(let failure) where failure.kind == .refused:
                throw .cannotJoin(reason(error, nats))
            default:
                throw .cannotJoin("JetStream does not respond: \(error.text).")
            }
        }
    }

    private static func exists(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience
    ) throws(OriginError) -> Bool {
        try repeated(patience, nats) { () throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                _ = try stream.call("STREAM.INFO.\(nats.stream)")
                return true
            } catch {
                guard error.isMissing else { throw error }
                return false
            }
        }
    }

    /// The refusal to restore a cluster whose stream exists.
    private static func existing(_ nats: OriginNATS) -> OriginError {
        .cannotJoin(
            "The stream \(nats.stream) exists. To restore the cluster, stop all servers, delete the stream with "
                + "'nats stream rm \(nats.stream)', and start one server with --restore."
        )
    }

    /// The refusal to create the log again while the data file has the content of the lost one.
    private static func missing(_ nats: OriginNATS) -> OriginError {
        .cannotJoin(
            "The stream \(nats.stream) does not exist, and the data file is that of a server of the cluster \(nats.cluster). "
                + "If the NATS servers are the right ones, and have lost the stream, start one server with --restore: the one whose data file has "
                + "the highest position. To begin a new cluster, name data files that do not exist."
        )
    }

    /// Checks the streams of the cluster's other parts. With another number of parts this server may have a stream that none of the others has,
    /// so its own does not show the difference.
    private static func checkOthers(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ check: ([UInt8]) throws(OriginError) -> Void,
        _ report: (String) -> Void
    ) throws(OriginError) {
        var records: [[UInt8]] = []
        do throws(JetStream.Failure) {
            let list = try stream.call("STREAM.NAMES", .object(["subject": .string(nats.allSubjects)]))
            let names = (list["streams"]?.arrayValue ?? []).compactMap(\.stringValue)
            for name in names where nats.isOther(name) {
                // One stream without a leader does not keep the others from being compared.
                do throws(JetStream.Failure) {
                    if let record = try firstRecord(of: name, stream) { records.append(record) }
                } catch {
                    report("The stream \(name) was not compared: \(error.text)")
                }
            }
        } catch {
            // A user of NATS may have no right to the other streams.
            report("The other streams of the cluster \(nats.cluster) were not compared: \(error.text)")
        }
        for record in records { try check(record) }
    }

    /// The first record that a stream has; nil if it is empty.
    private static func firstRecord(of name: String, _ stream: JetStream) throws(JetStream.Failure) -> [UInt8]? {
        do throws(JetStream.Failure) {
            let state = try stream.call("STREAM.INFO.\(name)")["state"]
            guard state?["messages"]?.uint64Value != 0, let start = state?["first_seq"]?.uint64Value else { return nil }
            return try stream.record(start, of: name)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// Creates a stream again that this server created, but whose first record does not contain the settings: servers of the lost stream still run,
    /// and one of them repeated its last batch. Nothing is lost: those servers have applied records at these positions, so they do not apply the batch,
    /// and its clients get 503.
    private static func recreate(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience,
        _ first: [UInt8]
    ) throws(OriginError) -> Creation {
        patience.wait("A server that still runs stored a record in the new stream \(nats.stream).")
        try repeated(patience, nats) { () throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                _ = try stream.call("STREAM.DELETE.\(nats.stream)")
            } catch {
                guard error.isMissing else { throw error }
            }
        }
        let creation = try create(stream, nats, patience)
        // Immediately, before such a record comes again. A stream that another server created is for that one to begin.
        if creation.isNew { _ = try storeFirst(first, stream, nats) }
        return creation
    }

    /// What creating a stream has found out.
    private struct Creation {
        /// Whether this server created the stream.
        let isNew: Bool
        /// Whether it has one replica, which needs no agreement.
        let hasOneReplica: Bool
    }

    /// Creates the stream, or checks the one that exists.
    private static func create(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience
    ) throws(OriginError) -> Creation {
        let info: JSONValue
        do throws(JetStream.Failure) {
            info = try retried(patience) { () throws(JetStream.Failure) in
                do throws(JetStream.Failure) {
                    return try stream.call("STREAM.INFO.\(nats.stream)")
                } catch {
                    guard error.isMissing else { throw error }
                    return try stream.call("STREAM.CREATE.\(nats.stream)", configuration(nats))
                }
            }
        } catch {
            throw .cannotJoin(reason(error, nats))
        }
        let found = info["config"] ?? .null
        try check(found, nats)
        return Creation(
            isNew: info["did_create"]?.boolValue == true,
            hasOneReplica: (found["num_replicas"]?.int64Value ?? 1) == 1
        )
    }

    private static func configuration(_ nats: OriginNATS) -> JSONValue {
        .object([
            "name": .string(nats.stream), "subjects": .array([.string(nats.subject)]),
            "description": .string("The log of the PubNub-compatible servers of the cluster \(nats.cluster)"),
            "retention": .string("limits"), "storage": .string("file"), "discard": .string("new"),
            "num_replicas": .integer(Int64(nats.replicas ?? 1)), "max_age": .integer(0), "max_msgs": .integer(-1),
            "max_bytes": .integer(-1), "max_msg_size": .integer(-1), "max_consumers": .integer(-1),
            // Without a record in between, servers that read it and servers that did not would differ.
            "deny_delete": .bool(true),
        ])
    }

    private static func check(_ configuration: JSONValue, _ nats: OriginNATS) throws(OriginError) {
        let replicas = configuration["num_replicas"]?.int64Value ?? 1
        if let wanted = nats.replicas, replicas != wanted {
            throw .cannotJoin(
                "The stream \(nats.stream) has \(replicas) replicas, not \(wanted). Change it with "
                    + "'nats stream edit \(nats.stream) --replicas \(wanted)', or start with --replicas \(replicas)."
            )
        }
        let subjects = configuration["subjects"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard subjects == [nats.subject], configuration["retention"]?.stringValue == "limits" else {
            throw .cannotJoin("The stream \(nats.stream) is not the log of a cluster. Use another cluster name.")
        }
        // Every server from 2.9 on has this setting.
        guard configuration["allow_direct"] != nil else {
            throw .cannotJoin("The NATS servers are too old for this server. It needs 2.9 or later.")
        }
        let limits = limits(configuration)
        guard limits.isEmpty else {
            let names = limits.map(\.name).joined(separator: ", ")
            let flags = limits.map { "\($0.flag)=\($0.unlimited)" }.joined(separator: " ")
            throw .cannotJoin(
                "The stream \(nats.stream) has limits that remove records which servers may need: \(names). "
                    + "Remove them with 'nats stream edit \(nats.stream) \(flags)'."
            )
        }
    }

    /// A limit of a stream.
    private struct Limit {
        let name: String
        /// The option of `nats stream edit`.
        let flag: String
        /// The value of the option for no limit.
        let unlimited: String
    }

    /// The limits of a stream that remove records.
    private static func limits(_ configuration: JSONValue) -> [Limit] {
        let age = Limit(name: "max_age", flag: "--max-age", unlimited: "0s")
        var limits = (configuration["max_age"]?.int64Value ?? 0) > 0 ? [age] : []
        // A full stream that discards new records refuses changes, and loses none.
        guard configuration["discard"]?.stringValue == "old" else { return limits }
        limits += [
            Limit(name: "max_msgs", flag: "--max-msgs", unlimited: "-1"),
            Limit(name: "max_bytes", flag: "--max-bytes", unlimited: "-1"),
            Limit(name: "max_msgs_per_subject", flag: "--max-msgs-per-subject", unlimited: "-1"),
        ]
        .filter { (configuration[$0.name]?.int64Value ?? -1) > 0 }
        return limits
    }

    private static func reason(_ failure: JetStream.Failure, _ nats: OriginNATS) -> String {
        if case .failed(let failure) = failure, failure.kind == .refused {
            return "The NATS user lacks a right that this server needs: \(failure.text)."
        }
        guard case .refused(let refusal) = failure else {
            return "The stream \(nats.stream) does not respond: \(failure.text)."
        }
        let replicas = nats.replicas ?? 1
        return switch refusal.number {
        // Replicas without a cluster, and more of them than there are servers.
        case 10074, 10005:
            "The NATS servers cannot store \(replicas) replicas: \(refusal.text). "
                + "Start a NATS cluster of \(replicas) servers with JetStream, or use --replicas 1."
        case 10023, 10047: "The NATS servers have no room for the stream \(nats.stream): \(refusal.text)."
        case 10025, 10003: "The NATS servers are too old for this server: \(refusal.text). It needs 2.9 or later."
        case 10065: "Another stream has the subject \(nats.subject): \(refusal.text)."
        default: "The stream \(nats.stream) cannot be used: \(refusal.text)."
        }
    }

    /// Checks that this server may send records, with one that NATS refuses before it is replicated.
    private static func checkRight(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience
    ) throws(OriginError) {
        try repeated(patience, nats) { () throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                try stream.publish([], to: nats.subject, headers: [(name: "Nats-Expected-Stream", value: "none")])
            } catch {
                guard case .refused(let refusal) = error, refusal.number == 10060 else { throw error }
            }
        }
    }

    /// Stores the first record of a stream that was found empty.
    ///
    /// Other streams must not be asked: NATS refuses the record only after all replicas have it. A replica of NATS 2.9 forgets the refusals when it
    /// restarts, stores as many of the next records twice, and then has others than the rest at its positions.
    ///
    /// - Returns: Whether the stream has a first record now. False if it is unknown.
    private static func storeFirst(
        _ first: [UInt8],
        _ stream: JetStream,
        _ nats: OriginNATS
    ) throws(OriginError) -> Bool {
        do throws(JetStream.Failure) {
            try stream.publish(first, to: nats.subject, headers: [(name: "Nats-Expected-Last-Sequence", value: "0")])
            return true
        } catch {
            if error.isTemporary { return false }
            // It has just received the record of another server.
            if case .refused(let refusal) = error, [10071, 10164].contains(refusal.number) { return true }
            throw .cannotJoin(reason(error, nats))
        }
    }

    /// Reads the first record that the stream has, and the positions of the first and the last one; nil if the stream has never had a record.
    private static func firstRecord(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ patience: Patience
    ) throws(OriginError) -> (record: [UInt8], start: UInt64, last: UInt64)? {
        // A server may remove the first records between the two calls.
        for _ in 0..<5 {
            let info = try repeated(patience, nats) { () throws(JetStream.Failure) in
                try stream.call("STREAM.INFO.\(nats.stream)")
            }
            let state = info["state"]
            let start = state?["first_seq"]?.uint64Value ?? 1
            let last = state?["last_seq"]?.uint64Value ?? 1
            guard state?["messages"]?.uint64Value != 0 else {
                if last == 0 { return nil }
                break
            }
            let record = try repeated(patience, nats) { () throws(JetStream.Failure) -> [UInt8]? in
                do throws(JetStream.Failure) {
                    return try stream.record(start, of: nats.stream)
                } catch {
                    guard error.isMissing else { throw error }
                    return nil
                }
            }
            if let record { return (record, start, last) }
        }
        throw empty(nats)
    }

    private static func empty(_ nats: OriginNATS) -> OriginError {
        .cannotJoin(
            "The stream \(nats.stream) has lost its first record. Servers remove records by themselves: it needs no limits, and no purge."
        )
    }

    /// Repeats a call until it succeeds, is refused for good, or time is up.
    private static func repeated<Value>(
        _ patience: Patience,
        _ nats: OriginNATS,
        _ body: () throws(JetStream.Failure) -> Value
    ) throws(OriginError) -> Value {
        do throws(JetStream.Failure) {
            return try retried(patience, body)
        } catch {
            throw .cannotJoin(reason(error, nats))
        }
    }

    private static func retried<Value>(
        _ patience: Patience,
        _ body: () throws(JetStream.Failure) -> Value
    ) throws(JetStream.Failure) -> Value {
        // JetStream may be about to start.
        let start = DispatchTime.now() + .seconds(3)
        while true {
            do throws(JetStream.Failure) {
                return try body()
            } catch {
                if case .failed(let failure) = error, failure.hasNoResponder, DispatchTime.now() > start {
                    throw error
                }
                guard error.isTemporary, !patience.isOver else { throw error }
                patience.wait(
                    error.lacksServers
                        ? "Too few NATS servers know each other for the replicas: \(error.text)."
                        : "JetStream does not respond: \(error.text)."
                )
            }
        }
    }
}

/// How long a start tries to reach a server, or a stream that has no leader. It says once what it waits for.
private final class Patience {
    /// The pause between two attempts.
    private static let pause = DispatchTimeInterval.milliseconds(250)
    /// A start that waits for less says nothing.
    private static let silence = DispatchTimeInterval.seconds(1)

    private let seconds: Int64
    private let end: DispatchTime
    private let loud = DispatchTime.now() + Patience.silence
    private var waiting: ((String) -> Void)?

    init(_ limit: Duration, _ waiting: @escaping (String) -> Void) {
        seconds = limit.components.seconds
        end = .now() + .milliseconds(Int(clamping: seconds * 1000))
        self.waiting = waiting
    }

    /// Whether no further attempt is made.
    var isOver: Bool { DispatchTime.now() >= end }

    /// Waits for the next attempt.
    ///
    /// - Parameter reason: The failure of the last one, as a sentence.
    func wait(_ reason: @autoclosure () -> String) {
        if let waiting, DispatchTime.now() >= loud {
            self.waiting = nil
            waiting("\(reason()) The start tries again for \(seconds) s.")
        }
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.pause)
    }
}
#endif
