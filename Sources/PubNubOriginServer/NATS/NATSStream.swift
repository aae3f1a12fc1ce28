#if NATS
import Dispatch
import Foundation
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The log of a cluster in a stream of JetStream.
final class NATSStream: OriginStream {
    private struct Follower {
        let receive: @Sendable (StreamRecord) -> Void
        /// The position of the last record that was delivered.
        var last: UInt64
        /// The last record that was delivered; nil before the first one.
        var record: [UInt8]?
        /// The present fault of the stream and the time at which it began; nil without a fault.
        var fault: (kind: Fault, start: ContinuousClock.Instant)?
        /// Whether it was reported that the stream cannot be followed.
        var hasReported = false

        mutating func note(_ kind: Fault) {
            if fault?.kind != kind { fault = (kind, .now) }
        }
    }

    /// Faults of a stream that pass, or stay.
    private enum Fault: Equatable {
        /// The stream has another record in the place of the last one that was delivered.
        case different
        /// NATS refuses to send the records, for example because the stream does not exist.
        case refused(String)
    }

    /// For how long the server waits for the acknowledgement of a record, and sends it again. Its clients wait as long.
    private static let appendTimeout = Duration.seconds(5)
    /// The longest wait for a message, in milliseconds. The stream sends a sign of life every second.
    private static let silence: Int64 = 3000
    /// The most requests that wait for this server. More than these are dropped.
    private static let maxRequests = 1000
    /// For how long a fault may pass: a NATS server that begins to lead may be behind, and one that starts may not have all streams yet.
    private static let budget = Duration.seconds(20)
    /// How long this server waits for a request before it looks whether the stream was closed, in milliseconds.
    private static let requestWait: Int64 = 10_000
    /// The bytes of a message of NATS in addition to the record.
    private static let overhead = 1024

    let first: [UInt8]
    let start: UInt64
    let last: UInt64
    let snapshots: (any SnapshotTransport)?
    var age: Duration? { nats.streamAge }
    let maxRecordBytes: Int
    private let nats: OriginNATS
    private let connection: NATSConnection
    private let report: @Sendable (String) -> Void
    private let appending = DispatchQueue(label: "pubnub.nats.append")
    private let following = DispatchQueue(label: "pubnub.nats.follow")
    private let connecting = DispatchQueue(label: "pubnub.nats.servers")
    private let isClosed = Locked(false)

    init(_ nats: OriginNATS, _ opened: Opened, report: @escaping @Sendable (String) -> Void) {
        self.nats = nats
        self.report = report
        connection = opened.connection
        first = opened.first
        start = opened.start
        last = opened.last
        snapshots = NATSSnapshots(nats, opened.connection)
        maxRecordBytes = max(opened.connection.maximumPayload - Self.overhead, 4096)
    }

    func append(_ bytes: [UInt8], completion: @escaping @Sendable (StreamFailure?) -> Void) {
        appending.async { completion(self.store(bytes)) }
    }

    func follow(
        after position: UInt64,
        _ receive: @escaping @Sendable (StreamRecord) -> Void,
        lost: @escaping @Sendable () -> Void
    ) {
        following.async {
            var follower = Follower(receive: receive, last: position)
            while !self.isClosed.withLock({ $0 }) {
                do throws(NATSFailure) {
                    try self.follow(&follower)
                } catch {
                    // Another attempt follows; the connection reports its loss.
                }
                if let fault = follower.fault, ContinuousClock.now - fault.start > Self.budget {
                    switch fault.kind {
                    case .different: return lost()
                    case .refused(let reason): self.report(reason, &follower)
                    }
                }
                self.connection.pause(upTo: 250)
            }
        }
    }

    private func report(_ refusal: String, _ follower: inout Follower) {
        guard !follower.hasReported else { return }
        follower.hasReported = true
        report(
            "NATS does not send the records of the stream \(nats.stream): \(refusal). This server stays unready until it does."
        )
    }

    func remove(before position: UInt64, completion: @escaping @Sendable (StreamFailure?) -> Void) {
        appending.async {
            do throws(JetStream.Failure) {
                _ = try JetStream(connection: self.connection).call(
                    "STREAM.PURGE.\(self.nats.stream)",
                    .object(["seq": .integer(Int64(clamping: position))])
                )
                completion(nil)
            } catch {
                completion(StreamFailure(error.text))
            }
        }
    }

    func hasRemoved(after position: UInt64) -> Bool {
        while !isClosed.withLock({ $0 }) {
            do throws(JetStream.Failure) {
                let info = try JetStream(connection: connection).call("STREAM.INFO.\(nats.stream)")
                if let start = info["state"]?["first_seq"]?.uint64Value { return position + 1 < start }
            } catch {
                // Another attempt follows.
            }
            connection.pause(upTo: 250)
        }
        return false
    }

    var servers: [String] { connection.servers }

    func connect(to servers: [String]) async throws(StreamFailure) {
        let failure = await withCheckedContinuation { continuation in
            // The library blocks the thread.
            connecting.async {
                do throws(NATSFailure) {
                    try self.connection.connect(to: servers)
                    continuation.resume(returning: nil as NATSFailure?)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        if let failure { throw StreamFailure(failure.text) }
    }

    func respond(to kind: String, _ response: @escaping @Sendable () -> [UInt8]?) {
        let subject = nats.subject(ofRequests: kind)
        DispatchQueue(label: "pubnub.nats.\(kind)").async {
            while !self.isClosed.withLock({ $0 }) {
                do throws(NATSFailure) {
                    try self.respond(on: subject, response)
                } catch {
                    // Another attempt follows; the connection reports its loss.
                }
                self.connection.pause(upTo: 250)
            }
        }
    }

    func responses(to kind: String, for duration: Duration, maxResponses: Int, maxBytes: Int) async -> [[UInt8]] {
        await withHandover(of: [[UInt8]].self, throwing: Never.self) { handover in
            // A queue of its own, as it waits for as long as responses may come.
            DispatchQueue(label: "pubnub.nats.request").async {
                handover.resume(returning: self.collect(kind, for: duration, maxResponses, maxBytes))
            }
        }
    }

    func openFiles() async throws(StreamFailure) -> (any FileStream)? {
        try await withHandover(of: NATSFiles.self, throwing: StreamFailure.self) { handover in
            // The calls of the library wait.
            DispatchQueue(label: "pubnub.nats.files.open").async {
                do throws(StreamFailure) {
                    handover.resume(returning: try NATSFiles(self.nats, self.connection, report: self.report))
                } catch {
                    handover.resume(throwing: error)
                }
            }
        }
    }

    func close() async {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        connection.close()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            appending.async { self.following.async { continuation.resume() } }
        }
    }

    /// Responds to requests until the stream is closed.
    private func respond(on subject: String, _ response: () -> [UInt8]?) throws(NATSFailure) {
        let subscription = try connection.subscribe(subject, maxMessages: Self.maxRequests)
        while !isClosed.withLock({ $0 }) {
            _ = try subscription.next(timeout: Self.requestWait) { message in
                guard let reply = message.reply, let bytes = response() else { return }
                connection.publish(reply, bytes)
            }
        }
    }

    /// Makes a request, and waits for responses until the time is up. Without a connection nothing arrives.
    private func collect(_ kind: String, for duration: Duration, _ maxResponses: Int, _ maxBytes: Int) -> [[UInt8]] {
        let inbox = "_INBOX.pubnub.\(UUID().uuidString)"
        var responses: [[UInt8]] = []
        let end = ContinuousClock.now + duration
        do throws(NATSFailure) {
            let subscription = try connection.subscribe(inbox, maxMessages: maxResponses)
            connection.publish(nats.subject(ofRequests: kind), reply: inbox)
            while responses.count < maxResponses, !isClosed.withLock({ $0 }) {
                let rest = (end - ContinuousClock.now) / .milliseconds(1)
                guard rest >= 1 else { break }
                _ = try subscription.next(timeout: Int64(rest)) { message in
                    // A status says that no server listens.
                    guard message[header: "Status"] == nil else { return }
                    let bytes = message.bytes
                    if bytes.count <= maxBytes { responses.append(bytes) }
                }
            }
        } catch {
            // The responses so far count.
        }
        return responses
    }

    /// Stores a record, again and again until it is acknowledged or the time is up. So the stream may have it more than once.
    ///
    /// `Nats-Msg-Id` would not prevent that: NATS 2.10.27 stored a record twice after a restart of the server that led.
    private func store(_ bytes: [UInt8]) -> StreamFailure? {
        let stream = JetStream(connection: connection)
        let end = ContinuousClock.now + Self.appendTimeout
        while true {
            let rest = Int64((end - ContinuousClock.now) / .milliseconds(1))
            do throws(JetStream.Failure) {
                try stream.publish(
                    bytes,
                    to: nats.subject,
                    headers: [],
                    timeout: max(1, min(rest, JetStream.timeout))
                )
                return nil
            } catch {
                let isOver = ContinuousClock.now >= end || isClosed.withLock { $0 }
                guard !isOver, error.isTemporary else { return StreamFailure(error.text) }
                connection.pause(upTo: 100)
            }
        }
    }

    /// Delivers records until the consumer is gone, or no sign of life comes.
    private func follow(_ follower: inout Follower) throws(NATSFailure) {
        let inbox = "_INBOX.pubnub.\(UUID().uuidString)"
        let subscription = try connection.subscribe(inbox)
        do throws(JetStream.Failure) {
            let stream = JetStream(connection: connection)
            try stream.createConsumer(of: nats.stream, to: inbox, after: follower.last)
            guard try isSame(follower) else { return follower.note(.different) }
            follower.fault = nil
            follower.hasReported = false
        } catch {
            if !error.isTemporary { follower.note(.refused(error.text)) }
            throw NATSFailure(error.text)
        }
        var order = RecordOrder()
        var isInOrder = true
        while isInOrder, !isClosed.withLock({ $0 }) {
            let isAlive = try subscription.next(timeout: Self.silence) { message in
                isInOrder = order.take(message, after: follower.last, of: self.connection) { record in
                    follower.last = record.position
                    follower.record = record.bytes
                    follower.receive(record)
                }
            }
            guard isAlive else { return }
        }
    }

    /// Whether the stream still has what it delivered. If not, its positions have other records, or will have: NATS lost records, was restored from
    /// a backup, or has another stream of the same name.
    private func isSame(_ follower: Follower) throws(JetStream.Failure) -> Bool {
        guard let record = follower.record else { return true }
        let stream = JetStream(connection: connection)
        let state = try stream.call("STREAM.INFO.\(nats.stream)")["state"]
        guard let start = state?["first_seq"]?.uint64Value, let last = state?["last_seq"]?.uint64Value else {
            return true
        }
        guard last >= follower.last else { return false }
        do throws(JetStream.Failure) {
            // The first record has the settings, with a number that no other stream has.
            let isRemoved = start > follower.last
            return try stream.record(isRemoved ? start : follower.last, of: nats.stream) == (isRemoved ? first : record)
        } catch {
            // It was removed in the meantime.
            guard error.isMissing else { throw error }
            return true
        }
    }
}

/// Finds out whether a message of a consumer is missing.
struct RecordOrder {
    private var last: UInt64 = 0

    /// Takes a message of a consumer.
    ///
    /// - Parameters:
    ///   - message: A record, or a message about the consumer.
    ///   - position: The last position that was delivered. Records up to it are not delivered again.
    ///   - connection: The connection of the consumer, which waits until its messages were taken.
    ///   - deliver: Receives the record.
    /// - Returns: Whether no message before it is missing.
    mutating func take(
        _ message: NATSMessage,
        after position: UInt64,
        of connection: NATSConnection,
        _ deliver: (StreamRecord) -> Void
    ) -> Bool {
        guard message[header: "Status"] == nil else {
            if let reply = message.reply ?? message[header: "Nats-Consumer-Stalled"] { connection.publish(reply) }
            return isComplete(message[header: "Nats-Last-Consumer"])
        }
        guard let record = message.reply.flatMap({ RecordPosition($0) }), isNext(record) else { return false }
        guard record.position > position else { return true }
        deliver(
            StreamRecord(position: record.position, date: record.date, bytes: message.bytes, pending: record.pending)
        )
        return true
    }

    /// Whether a record comes directly after the last one.
    mutating func isNext(_ record: RecordPosition) -> Bool {
        guard record.delivery == last + 1 else { return false }
        last = record.delivery
        return true
    }

    /// Whether nothing is missing up to what a sign of life names.
    func isComplete(_ delivered: String?) -> Bool {
        guard let delivered = delivered.flatMap({ UInt64($0) }) else { return true }
        return delivered <= last
    }
}

/// The place of a record in its stream, as the subject of its acknowledgement has it.
struct RecordPosition: Equatable {
    /// The position in the stream.
    let position: UInt64
    /// How many records the consumer had delivered with this one.
    let delivery: UInt64
    /// When the stream stored it, in units of 100 ns since 1970 UTC.
    let date: UInt64
    /// How many records come after it.
    let pending: UInt64

    /// Reads `$JS.ACK.<stream>.<consumer>.<times>.<position>.<delivery>.<nanoseconds>.<pending>`. Later servers put a domain and an account
    /// before the stream, and a token after the rest.
    init?(_ subject: String) {
        let tokens = subject.split(separator: ".", omittingEmptySubsequences: false)
        guard tokens.count >= 9, tokens[0] == "$JS", tokens[1] == "ACK" else { return nil }
        let start = tokens.count == 9 ? 5 : 7
        guard tokens.count >= start + 4, let position = UInt64(tokens[start]),
            let delivery = UInt64(tokens[start + 1]), let nanoseconds = UInt64(tokens[start + 2]),
            let pending = UInt64(tokens[start + 3])
        else { return nil }
        self.position = position
        self.delivery = delivery
        date = nanoseconds / 100
        self.pending = pending
    }
}
#endif
