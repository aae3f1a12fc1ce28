import Dispatch
import PubNubSupport

@testable import PubNubOrigin
@testable import PubNubOriginServer

/// The stream of files of a cluster in memory. Each server has a connection.
final class SharedFiles: Sendable {
    fileprivate struct Guarded {
        var last: UInt64 = 0
        var key: [UInt8]?
        var parts: [UInt64: (content: String, bytes: [UInt8])] = [:]
        var records: [(name: String, record: StreamRecord)] = []
        var connections: [Connection] = []
    }

    private let clock: any OriginClock
    private let guarded = Locked(Guarded())

    init(clock: any OriginClock) {
        self.clock = clock
    }

    /// The contents that have parts.
    var contents: Set<String> { guarded.withLock { Set($0.parts.values.map(\.content)) } }

    /// The largest part that was stored, in bytes.
    var largestStored: Int { guarded.withLock { $0.parts.values.map(\.bytes.count).max() ?? 0 } }

    /// The number of records.
    var recordCount: Int { guarded.withLock { $0.records.count } }

    fileprivate func with<Value>(_ body: (inout Guarded, inout UInt64) -> Value) -> Value {
        guarded.withLock { guarded in
            var position = guarded.last + 1
            defer { guarded.last = max(guarded.last, position) }
            return body(&guarded, &position)
        }
    }

    /// The connection of one server.
    final class Connection: FileStream {
        private struct State {
            var isCut = false
            var isSilent = false
            var isHeld = false
            var isClosed = false
            /// Calls that store a record fail after it is stored.
            var losesAcknowledgements = false
            var position: UInt64 = 0
            var receive: (@Sendable (StreamRecord) -> Void)?
            var reset: (@Sendable () -> Void)?
        }

        let maxPartBytes: Int
        private let stream: SharedFiles
        private let queue = DispatchQueue(label: "shared-files")
        private let state = Locked(State())

        init(_ stream: SharedFiles, maxPartBytes: Int = 1000) {
            self.stream = stream
            self.maxPartBytes = maxPartBytes
            stream.guarded.withLock { $0.connections.append(self) }
        }

        /// Whether calls fail.
        var isCut: Bool {
            get { state.withLock { $0.isCut } }
            set { state.withLock { $0.isCut = newValue } }
        }

        /// Whether no records arrive, though calls succeed.
        var isSilent: Bool {
            get { state.withLock { $0.isSilent } }
            set {
                state.withLock { $0.isSilent = newValue }
                deliver()
            }
        }

        /// Lets deliveries wait, as on a busy machine, until the server asks for the position of the last record.
        func holdDeliveries() {
            state.withLock { $0.isHeld = true }
        }

        /// Whether calls that store a record fail after it is stored.
        var losesAcknowledgements: Bool {
            get { state.withLock { $0.losesAcknowledgements } }
            set { state.withLock { $0.losesAcknowledgements = newValue } }
        }

        private func check() throws(StreamFailure) {
            if isCut { throw StreamFailure("no connection") }
        }

        func signingKey() throws(StreamFailure) -> [UInt8] {
            try check()
            return stream.guarded.withLock { guarded in
                let key = guarded.key ?? (0..<32).map { _ in UInt8.random(in: 0...255) }
                guarded.key = key
                return key
            }
        }

        func storePart(_ bytes: [UInt8], of content: String) throws(StreamFailure) -> UInt64 {
            try check()
            return stream.with { guarded, position in
                guarded.parts[position] = (content, bytes)
                return position
            }
        }

        func part(at position: UInt64) throws(StreamFailure) -> [UInt8]? {
            try check()
            return stream.guarded.withLock { $0.parts[position]?.bytes }
        }

        func removeParts(of content: String) throws(StreamFailure) {
            try check()
            stream.guarded.withLock { guarded in guarded.parts = guarded.parts.filter { $0.value.content != content } }
        }

        func contents() throws(StreamFailure) -> [String] {
            try check()
            return Array(stream.contents)
        }

        func add(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64? {
            try store(record, name, replaces: false)
        }

        func replace(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64 {
            guard let position = try store(record, name, replaces: true) else { throw StreamFailure("not replaced") }
            return position
        }

        private func store(_ bytes: [UInt8], _ name: String, replaces: Bool) throws(StreamFailure) -> UInt64? {
            try check()
            let date = stream.clock.date
            let stored = stream.with { guarded, position -> UInt64? in
                guard replaces || !guarded.records.contains(where: { $0.name == name }) else { return nil }
                guarded.records.removeAll { $0.name == name }
                let record = StreamRecord(position: position, date: date, bytes: bytes, pending: 0)
                guarded.records.append((name, record))
                return position
            }
            for connection in stream.guarded.withLock({ $0.connections }) { connection.deliver() }
            if losesAcknowledgements { throw StreamFailure("no acknowledgement") }
            return stored
        }

        func record(named name: String) throws(StreamFailure) -> (position: UInt64, bytes: [UInt8])? {
            try check()
            let found = stream.guarded.withLock { $0.records.first { $0.name == name }?.record }
            return found.map { ($0.position, $0.bytes) }
        }

        func lastRecord() throws(StreamFailure) -> UInt64 {
            try check()
            let wasHeld = state.withLock { state in
                defer { state.isHeld = false }
                return state.isHeld
            }
            if wasHeld { deliver() }
            return stream.guarded.withLock { $0.records.last?.record.position ?? 0 }
        }

        func removeRecord(at position: UInt64) throws(StreamFailure) {
            try check()
            stream.guarded.withLock { guarded in guarded.records.removeAll { $0.record.position == position } }
        }

        func follow(reset: @escaping @Sendable () -> Void, _ receive: @escaping @Sendable (StreamRecord) -> Void) {
            state.withLock { state in
                state.receive = receive
                state.reset = reset
            }
            deliver()
        }

        /// Delivers all records again.
        func startAgain() {
            queue.sync {
                let reset = state.withLock { state in
                    state.position = 0
                    return state.reset
                }
                reset?()
            }
            deliver()
        }

        /// Whether the server has closed it.
        var isClosed: Bool { state.withLock { $0.isClosed } }

        func close() {
            state.withLock { state in
                state.receive = nil
                state.isClosed = true
            }
        }

        fileprivate func deliver() {
            queue.async {
                let (position, receive) = self.state.withLock {
                    ($0.position, $0.isSilent || $0.isHeld ? nil : $0.receive)
                }
                guard let receive else { return }
                let records = self.stream.guarded.withLock { guarded in
                    guarded.records.map(\.record).filter { $0.position > position }
                }
                self.state.withLock { $0.position = records.last?.position ?? $0.position }
                for record in records { receive(record) }
            }
        }
    }
}
