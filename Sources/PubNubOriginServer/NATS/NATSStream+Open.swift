#if NATS
import Dispatch
import Foundation
import PubNubSupport
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
        let budget = RetryBudget(nats.connectTimeout, waiting)
        let connection = try connect(nats, budget, report)
        let stream = JetStream(connection: connection)
        do throws(OriginError) {
            try checkJetStream(stream, nats, budget)
            let exists = try exists(stream, nats, budget)
            if nats.restores, exists { throw existing(nats) }
            if !exists {
                if first == nil { throw missing(nats) }
                try checkOthers(stream, nats, checkOther, report)
                if nats.requiresFiles { try checkFiles(nats, connection) }
                if nats.restores, nats.replicas == nil {
                    report(
                        "The restored stream \(nats.stream) has one replica, so it is lost with its NATS server. Change that with "
                            + "'pubnub cluster stream replicas', or name --replicas when you restore."
                    )
                }
            }
            // One server stores the first record. The others do so if they wait in vain, each at another time.
            var creation = try create(stream, nats, budget)
            let isFirst = creation.isNew || creation.hasOneReplica
            let turn = ContinuousClock.now + (isFirst ? .zero : .seconds(1) + .seconds(3) * Double.random(in: 0...1))
            try checkRight(stream, nats, budget)
            while true {
                if let found = try firstRecord(stream, nats, budget) {
                    // Restoring does not know that it created the stream if NATS did so after the call had timed out.
                    let isOwn = creation.isNew || nats.restores
                    if isOwn, let first, !StreamCodec.isSettings(found.record), !budget.isOver {
                        creation = try recreate(stream, nats, budget, first)
                        continue
                    }
                    return Opened(connection: connection, first: found.record, start: found.start, last: found.last)
                }
                guard !budget.isOver else { throw empty(nats) }
                if let first, ContinuousClock.now >= turn, try storeFirst(first, stream, nats) { continue }
                budget.wait("The first record of the stream \(nats.stream) is missing.")
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
        _ budget: RetryBudget,
        _ report: @escaping @Sendable (String) -> Void
    ) throws(OriginError) -> NATSConnection {
        if let file = nats.credentialsFile { try checkCredentials(file) }
        while true {
            do throws(NATSFailure) {
                return try connected(nats, report)
            } catch {
                // Another attempt may reach a server that is starting. It does not change what a server accepts.
                guard case .other = error.kind, !budget.isOver else {
                    throw .cannotJoin(reason(error, nats))
                }
                budget.wait(reason(error, nats))
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
    static func reason(_ failure: NATSFailure, _ nats: OriginNATS) -> String {
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
        _ budget: RetryBudget
    ) throws(OriginError) {
        do throws(JetStream.Failure) {
            // Servers without JetStream never respond, and those that start do so soon.
            _ = try retried(budget, silence: .seconds(3)) { () throws(JetStream.Failure) in try stream.call("INFO") }
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

    static func exists(
        _ stream: JetStream,
        _ nats: OriginNATS,
        _ budget: RetryBudget
    ) throws(OriginError) -> Bool {
        try repeated(budget, nats) { () throws(JetStream.Failure) in
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
                + "'pubnub cluster stream delete --yes', and start one server with --restore."
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
            let names = (list["streams"]?.array ?? []).compactMap(\.string)
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

    /// Opens the stream of files once, and creates it if it does not exist, to find out whether the files of a backup can be stored.
    private static func checkFiles(_ nats: OriginNATS, _ connection: NATSConnection) throws(OriginError) {
        do throws(StreamFailure) {
            let stream = try NATSFiles(nats, connection) { _ in }
            try ClusterFiles(stream, OriginConfiguration(), uploadsIn: "", removesOld: false).endFollowing()
        } catch {
            throw .cannotJoin(
                "The files of the backup cannot be stored in the stream \(nats.filesStream): \(error.text). "
                    + "Nothing was restored. Correct that, and restore the cluster again."
            )
        }
    }

    /// The first record that a stream has; nil if it is empty.
    static func firstRecord(of name: String, _ stream: JetStream) throws(JetStream.Failure) -> [UInt8]? {
        do throws(JetStream.Failure) {
            let state = try stream.call("STREAM.INFO.\(name)")["state"]
            guard state?["messages"]?.uint64Value != 0, let start = state?["first_seq"]?.uint64Value else { return nil }
            return try stream.record(start, of: name)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }
}
#endif
