#if NATS
import Dispatch
import Foundation
import PubNubCodec
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The files of a cluster in a stream of JetStream: `pubnub.NAME.files.part.CONTENT` has the parts of bytes, `pubnub.NAME.files.record.…` the
/// records and `pubnub.NAME.files.key` the key of signatures.
final class NATSFiles: FileStream {
    /// For how long a call is repeated while JetStream does not respond.
    private static let callTimeout = Duration.seconds(5)
    /// The longest wait for a message, in milliseconds. The stream sends a sign of life every second.
    private static let silence: Int64 = 3000
    /// After this time without deliveries all records are read again: records of removed files may be gone, which stay for an hour.
    private static let maxGap = Duration.seconds(1800)
    /// The bytes of a message of NATS in addition to its content.
    private static let overhead = 4096
    /// The errors for a record in the place of another one than expected.
    private static let wrongPosition: Set<Int64> = [10071, 10164]

    let maxPartBytes: Int
    private let nats: OriginNATS
    private let connection: NATSConnection
    private let report: @Sendable (String) -> Void
    private let following = DispatchQueue(label: "pubnub.nats.files.follow")
    private let isClosed = Locked(false)

    private var stream: JetStream { JetStream(connection: connection) }

    /// Opens the stream, and creates it if it does not exist. Blocks its thread.
    ///
    /// - Parameters:
    ///   - nats: The cluster.
    ///   - connection: The connection to NATS.
    ///   - creates: Whether a stream that does not exist is created. True by default.
    ///   - report: Receives a line if the records of files do not arrive.
    /// - Throws: ``StreamFailure``.
    init(
        _ nats: OriginNATS,
        _ connection: NATSConnection,
        creates: Bool = true,
        report: @escaping @Sendable (String) -> Void
    ) throws(StreamFailure) {
        self.nats = nats
        self.connection = connection
        self.report = report
        maxPartBytes = max(connection.maximumPayload - Self.overhead, 4096)
        // NATS servers that have just started may need some time until one leads.
        let info = try retried(for: nats.connectTimeout) { stream throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                return try stream.call("STREAM.INFO.\(nats.filesStream)")
            } catch {
                guard error.isMissing, creates else { throw error }
                return try stream.call(
                    "STREAM.CREATE.\(nats.filesStream)",
                    Self.configuration(nats, replicas: try Self.replicas(nats, stream))
                )
            }
        }
        let subjects = info["config"]?["subjects"]?.array?.compactMap(\.string) ?? []
        guard subjects == ["\(nats.filesSubject).>"], info["config"]?["allow_rollup_hdrs"]?.bool == true else {
            throw StreamFailure("the stream \(nats.filesStream) is not one for the files of a cluster", isRefused: true)
        }
        // The same difference of the log ends the start. Here it does not: files are served, and the command changes the number.
        if let wanted = nats.replicas, let found = info["config"]?["num_replicas"]?.int64Value, found != wanted {
            report(
                "The stream \(nats.filesStream) has \(found) replicas, not \(wanted). Change it with "
                    + "'pubnub cluster stream replicas \(wanted)'."
            )
        }
    }

    /// The replicas of a new stream: as many as the log has.
    private static func replicas(_ nats: OriginNATS, _ stream: JetStream) throws(JetStream.Failure) -> Int64 {
        if let replicas = nats.replicas { return Int64(replicas) }
        do throws(JetStream.Failure) {
            let log = try stream.call("STREAM.INFO.\(nats.stream)")
            return log["config"]?["num_replicas"]?.int64Value ?? 1
        } catch {
            // A server that restores creates the files before the log, which then has one replica.
            guard error.isMissing, nats.restores else { throw error }
            return 1
        }
    }

    private static func configuration(_ nats: OriginNATS, replicas: Int64) -> JSON {
        .object([
            "name": .string(nats.filesStream), "subjects": .array([.string("\(nats.filesSubject).>")]),
            "description": .string("The files of the PubNub-compatible servers of the cluster \(nats.cluster)"),
            "retention": .string("limits"), "storage": .string("file"), "discard": .string("new"),
            "num_replicas": .integer(replicas), "max_age": .integer(0), "max_msgs": .integer(-1),
            "max_bytes": .integer(-1), "max_msg_size": .integer(-1), "max_consumers": .integer(-1),
            // A record of a removed file takes the place of that of the file.
            "allow_rollup_hdrs": .bool(true),
        ])
    }

    /// Repeats a call until it succeeds, is refused for good, or time is up.
    private func retried<Value>(
        for timeout: Duration = NATSFiles.callTimeout,
        _ body: (JetStream) throws(JetStream.Failure) -> Value
    ) throws(StreamFailure) -> Value {
        let end = ContinuousClock.now + timeout
        while true {
            do throws(JetStream.Failure) {
                return try body(stream)
            } catch {
                let isOver = ContinuousClock.now >= end || isClosed.withLock { $0 }
                guard !isOver, error.isTemporary else { throw StreamFailure(error.text, isRefused: !error.isTemporary) }
                connection.pause(upTo: 100)
            }
        }
    }

    func signingKey() throws(StreamFailure) -> [UInt8] {
        let subject = "\(nats.filesSubject).key"
        guard let random = try? SecureRandom.bytes(32) else { throw StreamFailure("the system has no random bytes") }
        if try last(on: subject) == nil { _ = try add(random, on: subject) }
        guard let key = try last(on: subject)?.bytes, key.count == 32 else {
            throw StreamFailure("the stream \(nats.filesStream) has no key of signatures")
        }
        return key
    }

    func storePart(_ bytes: [UInt8], of content: String) throws(StreamFailure) -> UInt64 {
        try retried { stream throws(JetStream.Failure) in
            try stream.publish(bytes, to: subject(ofPart: content), headers: [])
        }
    }

    func part(at position: UInt64) throws(StreamFailure) -> [UInt8]? {
        try retried { stream throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                return try stream.record(position, of: nats.filesStream)
            } catch {
                guard error.isMissing else { throw error }
                return nil
            }
        }
    }

    func removeParts(of content: String) throws(StreamFailure) {
        try retried { stream throws(JetStream.Failure) in
            let request = JSON.object(["filter": .string(subject(ofPart: content))])
            _ = try stream.call("STREAM.PURGE.\(nats.filesStream)", request)
        }
    }

    func contents() throws(StreamFailure) -> [String] {
        let prefix = subject(ofPart: "")
        var found: [String] = []
        while true {
            let request = JSON.object([
                "subjects_filter": .string("\(prefix)>"), "offset": .integer(Int64(found.count)),
            ])
            let info = try retried { stream throws(JetStream.Failure) in
                try stream.call("STREAM.INFO.\(nats.filesStream)", request)
            }
            let subjects = info["state"]?["subjects"]?.object.map { Array($0.keys) } ?? []
            found += subjects.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            // A page has up to 100,000 subjects.
            let total = info["total"]?.int64Value ?? 0
            if subjects.isEmpty || Int64(found.count) >= total { return found }
        }
    }

    func add(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64? {
        try add(record, on: subject(ofRecord: name))
    }

    private func add(_ record: [UInt8], on subject: String) throws(StreamFailure) -> UInt64? {
        try retried { stream throws(JetStream.Failure) in
            do throws(JetStream.Failure) {
                return try stream.publish(
                    record,
                    to: subject,
                    headers: [(name: "Nats-Expected-Last-Subject-Sequence", value: "0")]
                )
            } catch {
                guard case .refused(let refusal) = error, Self.wrongPosition.contains(refusal.number) else {
                    throw error
                }
                // The record of a call whose acknowledgement did not arrive.
                let found = try stream.lastRecord(on: subject, of: nats.filesStream)
                return found?.bytes == record ? found?.position : nil
            }
        }
    }

    func replace(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64 {
        let subject = subject(ofRecord: name)
        return try retried { stream throws(JetStream.Failure) in
            try stream.publish(record, to: subject, headers: [(name: "Nats-Rollup", value: "sub")])
        }
    }

    func record(named name: String) throws(StreamFailure) -> (position: UInt64, bytes: [UInt8])? {
        try last(on: subject(ofRecord: name))
    }

    func lastRecord() throws(StreamFailure) -> UInt64 { try last(on: subject(ofRecord: ">"))?.position ?? 0 }

    private func last(on subject: String) throws(StreamFailure) -> (position: UInt64, bytes: [UInt8])? {
        try retried { stream throws(JetStream.Failure) in
            try stream.lastRecord(on: subject, of: nats.filesStream)
        }
    }

    func removeRecord(at position: UInt64) throws(StreamFailure) {
        try retried { stream throws(JetStream.Failure) in
            let request = JSON.object(["seq": .integer(Int64(clamping: position)), "no_erase": .bool(true)])
            do throws(JetStream.Failure) {
                _ = try stream.call("STREAM.MSG.DELETE.\(nats.filesStream)", request)
            } catch {
                guard case .refused(let refusal) = error, [10037, 10043, 10057].contains(refusal.number) else {
                    throw error
                }
            }
        }
    }

    func close() {
        isClosed.withLock { $0 = true }
    }

    private func subject(ofPart content: String) -> String { "\(nats.filesSubject).part.\(content)" }

    private func subject(ofRecord name: String) -> String { "\(nats.filesSubject).record.\(name)" }

    // MARK: Deliveries

    private struct Follower {
        let reset: @Sendable () -> Void
        let receive: @Sendable (StreamRecord) -> Void
        /// The position of the last record that was delivered.
        var last: UInt64 = 0
        /// When the stream last gave a sign of life.
        var alive = ContinuousClock.now
        /// When the stream was created, which distinguishes it from another one with its name.
        var created: String?
        var hasReported = false
    }

    func follow(reset: @escaping @Sendable () -> Void, _ receive: @escaping @Sendable (StreamRecord) -> Void) {
        following.async {
            var follower = Follower(reset: reset, receive: receive)
            while !self.isClosed.withLock({ $0 }), !self.connection.isClosed {
                do throws(NATSFailure) {
                    try self.follow(&follower)
                } catch {
                    // Another attempt follows; the connection reports its loss.
                }
                self.connection.pause(upTo: 250)
            }
        }
    }

    /// Delivers records until the consumer is gone, or no sign of life comes.
    private func follow(_ follower: inout Follower) throws(NATSFailure) {
        let inbox = "_INBOX.pubnub.\(UUID().uuidString)"
        let subscription = try connection.subscribe(inbox)
        do throws(JetStream.Failure) {
            try check(&follower)
            try stream.createConsumer(
                of: nats.filesStream,
                to: inbox,
                after: follower.last,
                filter: subject(ofRecord: ">")
            )
            follower.hasReported = false
        } catch {
            if !error.isTemporary, !follower.hasReported {
                follower.hasReported = true
                report(
                    "NATS does not send the records of the stream \(nats.filesStream): \(error.text). Lists of files may lack new files until it does."
                )
            }
            throw NATSFailure(error.text)
        }
        var order = RecordOrder()
        var isInOrder = true
        while isInOrder, !isClosed.withLock({ $0 }) {
            let isAlive = try subscription.next(timeout: Self.silence) { message in
                isInOrder = order.take(message, after: follower.last, of: self.connection) { record in
                    follower.last = record.position
                    follower.receive(record)
                }
            }
            guard isAlive else { return }
            follower.alive = .now
        }
    }

    /// Begins with the first record again if the stream is another one, or may have removed records that were not delivered.
    private func check(_ follower: inout Follower) throws(JetStream.Failure) {
        let info = try stream.call("STREAM.INFO.\(nats.filesStream)")
        let created = info["created"]?.string
        let last = info["state"]?["last_seq"]?.uint64Value ?? 0
        let isOther = follower.created != nil && created != follower.created
        if isOther || last < follower.last || follower.alive + Self.maxGap < .now {
            follower.last = 0
            follower.reset()
        }
        follower.created = created
        follower.alive = .now
    }
}
#endif
