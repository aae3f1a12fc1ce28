import Dispatch
import PubNubSupport

@testable import PubNubOrigin
@testable import PubNubOriginServer

/// The stream of a cluster in this process. Each server has a connection of its own, which a test may cut.
final class SharedStream: Sendable {
    private struct Guarded {
        var records: [StreamRecord] = []
        /// How many of them were removed.
        var removed = 0
        /// The positions of records that are gone although the stream has earlier ones.
        var missing: Set<UInt64> = []
        var connections: [Connection] = []
    }

    private let clock: any OriginClock
    private let guarded = Locked(Guarded())

    /// - Parameter clock: Dates the records.
    init(clock: any OriginClock) {
        self.clock = clock
    }

    /// How many records there have been.
    var count: Int { guarded.withLock { $0.records.count } }

    /// The position of the first record that was not removed.
    var start: UInt64 { guarded.withLock { UInt64($0.removed + 1) } }

    /// Removes all records up to now. The settings of the cluster come after them.
    func trim() {
        let connections = guarded.withLock { guarded -> [Connection] in
            guard guarded.removed < guarded.records.count else { return [] }
            let first = guarded.records[guarded.removed]
            guarded.removed = guarded.records.count
            let position = UInt64(guarded.removed + 1)
            guarded.records.append(
                StreamRecord(position: position, date: clock.date, bytes: first.bytes, pending: 0)
            )
            return guarded.connections
        }
        for connection in connections { connection.deliver() }
    }

    /// Removes the records before a position.
    func remove(before position: UInt64) {
        guarded.withLock { $0.removed = max($0.removed, Int(position) - 1) }
    }

    /// Loses the records after a position, as a server of NATS does that had not written them to its disk.
    func loseRecords(after position: UInt64) {
        guarded.withLock { $0.records.removeSubrange(Int(position)...) }
    }

    /// Loses a record that has others before and after it.
    func loseRecord(at position: UInt64) {
        guarded.withLock { _ = $0.missing.insert(position) }
    }

    /// Stores a record as if another server had sent it.
    func store(_ bytes: [UInt8]) {
        let connections = guarded.withLock { guarded -> [Connection] in
            let position = UInt64(guarded.records.count + 1)
            let record = StreamRecord(position: position, date: clock.date, bytes: bytes, pending: 0)
            guarded.records.append(record)
            return guarded.connections
        }
        for connection in connections { connection.deliver() }
    }

    /// Stores the record at a position a second time.
    func storeAgain(_ position: UInt64) {
        store(guarded.withLock { $0.records[Int(position) - 1].bytes })
    }

    /// The records after a position.
    fileprivate func records(after position: UInt64) -> [StreamRecord] {
        guarded.withLock { guarded in
            guarded.records.dropFirst(max(Int(position), guarded.removed)).filter { record in
                !guarded.missing.contains(record.position)
            }
        }
    }

    /// The responses of the connected servers to a request.
    fileprivate func responses(to kind: String, _ maxResponses: Int, _ maxBytes: Int) -> [[UInt8]] {
        let connections = guarded.withLock { $0.connections }
        let responses = connections.flatMap { $0.makeResponses(to: kind) }.filter { $0.count <= maxBytes }
        return Array(responses.prefix(maxResponses))
    }

    fileprivate func connect(_ connection: Connection) {
        guarded.withLock { $0.connections.append(connection) }
    }

    /// The connection of one server.
    final class Connection: OriginStream, OriginStreamSource {
        private struct State {
            var position: UInt64 = 0
            var isCut = false
            var isStalled = false
            var isSilent = false
            var countsPending = false
            /// The sending of records that wait while it is stalled.
            var stalled: [@Sendable () -> Void] = []
            var receive: (@Sendable (StreamRecord) -> Void)?
            var lost: (@Sendable () -> Void)?
            var responders: [String: @Sendable () -> [UInt8]?] = [:]
            /// Responses that no server makes.
            var planted: [[UInt8]] = []
            /// Called when the responses to a request of this server are complete.
            var afterResponses: @Sendable () -> Void = {}
            var first: [UInt8] = []
            var start: UInt64 = 1
            var last: UInt64 = 1
        }

        /// Opens the files of the cluster.
        private let filesOpener = Locked<(@Sendable () throws(StreamFailure) -> any FileStream)?>(nil)

        let cluster: String
        let snapshots: (any SnapshotTransport)?
        let node: String?
        private let stream: SharedStream
        private let queue = DispatchQueue(label: "shared-stream")
        private let state = Locked(State())

        let age: Duration?
        let restores: Bool
        let servedPartition: ClusterPartition
        private let others: [SharedStream]
        private let beforeFirst: @Sendable () -> Void

        // `beforeFirst` is called between the moment when the stream was found not to exist and the one when it is created.
        init(
            _ stream: SharedStream,
            cluster: String = "test",
            node: String? = nil,
            snapshots: (any SnapshotTransport)? = nil,
            age: Duration? = nil,
            restores: Bool = false,
            partition: ClusterPartition = .whole,
            others: [SharedStream] = [],
            maxRecordBytes: Int = 1_000_000,
            beforeFirst: @escaping @Sendable () -> Void = {}
        ) {
            self.maxRecordBytes = maxRecordBytes
            self.beforeFirst = beforeFirst
            self.restores = restores
            servedPartition = partition
            self.others = others
            self.stream = stream
            self.cluster = cluster
            self.node = node
            self.snapshots = snapshots
            self.age = age
        }

        /// Responds to each request with these as well.
        func plant(_ responses: [[UInt8]]) {
            state.withLock { $0.planted = responses }
        }

        /// Opens the files of the cluster with a function. Without one the cluster has no files.
        func openFiles(_ open: @escaping @Sendable () throws(StreamFailure) -> any FileStream) {
            filesOpener.withLock { $0 = open }
        }

        func openFiles() async throws(StreamFailure) -> (any FileStream)? { try filesOpener.withLock { $0 }?() }

        /// Makes a call between the responses to a request of this server and its end.
        func afterResponses(_ action: @escaping @Sendable () -> Void) {
            state.withLock { $0.afterResponses = action }
        }

        /// Waits until the records that were stored so far are applied.
        func waitUntilDelivered() { queue.sync {} }

        var first: [UInt8] { state.withLock { $0.first } }
        var start: UInt64 { state.withLock { $0.start } }
        var last: UInt64 { state.withLock { $0.last } }
        let maxRecordBytes: Int

        /// Whether records neither arrive nor are acknowledged. A record that is sent in the meantime is stored.
        var isCut: Bool {
            get { state.withLock { $0.isCut } }
            set {
                state.withLock { $0.isCut = newValue }
                deliver()
            }
        }

        /// Whether records that are sent are acknowledged, but none arrives.
        var isSilent: Bool {
            get { state.withLock { $0.isSilent } }
            set {
                state.withLock { $0.isSilent = newValue }
                deliver()
            }
        }

        /// Whether a server follows the stream.
        var isFollowed: Bool { state.withLock { $0.receive != nil } }

        /// Whether records that are delivered together have the number of those after them. They have 0 otherwise.
        var countsPending: Bool {
            get { state.withLock { $0.countsPending } }
            set { state.withLock { $0.countsPending = newValue } }
        }

        /// Whether records that are sent wait, neither stored nor refused.
        var isStalled: Bool {
            get { state.withLock { $0.isStalled } }
            set {
                let stalled = state.withLock { state -> [@Sendable () -> Void] in
                    state.isStalled = newValue
                    guard !newValue else { return [] }
                    defer { state.stalled = [] }
                    return state.stalled
                }
                for send in stalled { queue.async { send() } }
            }
        }

        func open(
            first: [UInt8]?,
            checkOther: @escaping @Sendable ([UInt8]) throws(OriginError) -> Void,
            waiting: @escaping @Sendable (String) -> Void,
            report: @escaping @Sendable (String) -> Void
        ) async throws(OriginError) -> any OriginStream {
            if restores, stream.count > 0 { throw .cannotJoin("The stream exists.") }
            if stream.count == 0 {
                guard let first else { throw .cannotJoin("The stream does not exist.") }
                for other in others { if let record = other.records(after: 0).first { try checkOther(record.bytes) } }
                beforeFirst()
                if stream.count == 0 { stream.store(first) }
            }
            let records = stream.records(after: 0)
            state.withLock { state in
                state.first = records[0].bytes
                state.start = records[0].position
                state.last = UInt64(stream.count)
            }
            stream.connect(self)
            return self
        }

        func append(_ bytes: [UInt8], completion: @escaping @Sendable (StreamFailure?) -> Void) {
            let send: @Sendable () -> Void = {
                self.stream.store(bytes)
                completion(self.isCut ? StreamFailure("no acknowledgement") : nil)
            }
            let isStalled = state.withLock { state in
                if state.isStalled { state.stalled.append(send) }
                return state.isStalled
            }
            if !isStalled { queue.async { send() } }
        }

        func follow(
            after position: UInt64,
            _ receive: @escaping @Sendable (StreamRecord) -> Void,
            lost: @escaping @Sendable () -> Void
        ) {
            state.withLock { state in
                state.position = position
                state.receive = receive
                state.lost = lost
            }
            deliver()
        }

        /// Reports that the stream no longer has what it delivered.
        func lose() {
            queue.sync {
                let lost = state.withLock { $0.lost }
                lost?()
            }
        }

        func remove(before position: UInt64, completion: @escaping @Sendable (StreamFailure?) -> Void) {
            stream.remove(before: position)
            completion(nil)
        }

        func hasRemoved(after position: UInt64) -> Bool { position + 1 < stream.start }

        func respond(to kind: String, _ response: @escaping @Sendable () -> [UInt8]?) {
            state.withLock { $0.responders[kind] = response }
        }

        func responses(to kind: String, for _: Duration, maxResponses: Int, maxBytes: Int) async -> [[UInt8]] {
            let responses = isCut ? [] : stream.responses(to: kind, maxResponses, maxBytes)
            state.withLock { $0.afterResponses }()
            return responses
        }

        fileprivate func makeResponses(to kind: String) -> [[UInt8]] {
            let (responder, planted) = state.withLock { state in
                (state.isCut ? nil : state.responders[kind], state.planted)
            }
            return planted + [responder?()].compactMap(\.self)
        }

        func close() async {
            state.withLock { state in
                state.receive = nil
                state.responders = [:]
            }
        }

        fileprivate func deliver() {
            queue.async {
                let (position, receive) = self.state.withLock { state in
                    (state.position, state.isCut || state.isSilent ? nil : state.receive)
                }
                guard let receive else { return }
                let records = self.stream.records(after: position)
                self.state.withLock { $0.position = records.last?.position ?? $0.position }
                let countsPending = self.countsPending
                for (index, record) in records.enumerated() {
                    receive(countsPending ? record.with(pending: UInt64(records.count - 1 - index)) : record)
                }
            }
        }
    }
}

extension StreamRecord {
    /// The record with another number of those after it.
    fileprivate func with(pending: UInt64) -> StreamRecord {
        StreamRecord(position: position, date: date, bytes: bytes, pending: pending)
    }
}
