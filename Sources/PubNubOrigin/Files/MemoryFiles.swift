import PubNubCodec
import PubNubLocks
import PubNubWire

/// Files for as long as the process lives.
final class MemoryFiles: FileStorage {
    private struct Stored: Sendable {
        let record: FileRecord
        let bytes: [UInt8]
    }

    /// The files of a channel. The index has their identifiers in order, so that a page costs as much as its files.
    private struct ChannelFiles: Sendable {
        private var files: [String: Stored] = [:]
        private var index = SortedIndex<OrderedText>()

        var count: Int { files.count }

        subscript(id: String) -> Stored? { files[id] }

        mutating func add(_ stored: Stored) {
            files[stored.record.id] = stored
            index.insert(OrderedText(text: stored.record.id))
        }

        mutating func remove(_ id: String) -> Stored? {
            guard let stored = files.removeValue(forKey: id) else { return nil }
            index.remove(OrderedText(text: stored.record.id))
            return stored
        }

        func records(after last: String?, limit: Int) -> [FileRecord] {
            let start = last.map { last in index.position { $0 > OrderedText(text: last) } } ?? 0
            var records: [FileRecord] = []
            index.visit(start..<index.count) { id in
                if let stored = files[id.text] { records.append(stored.record) }
                return records.count < limit
            }
            return records
        }
    }

    private struct State: Sendable {
        var channels: [Topic: ChannelFiles] = [:]
        var usage = FileUsage()
    }

    let signingKey: [UInt8]? = try? SecureRandom.bytes(32)
    let waitsForDisk = false
    private let limits: OriginLimits
    private let state = Locked(State())

    init(limits: OriginLimits) {
        self.limits = limits
    }

    var usage: FileUsage { state.withLock { $0.usage } }

    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault) {
        let stored = Stored(record: record, bytes: Array(content))
        let limits = limits
        try state.withLock { state throws(FileStorageFault) in
            guard state.channels[channel]?[record.id] == nil else { throw .exists }
            guard state.channels[channel]?.count ?? 0 < limits.filesPerChannel else { throw .full }
            try state.usage.reserve(bytes: record.size, keyset: channel.keyset, limits, quota: quota)
            state.channels[channel, default: ChannelFiles()].add(stored)
        }
    }

    func page(of channel: Topic, after last: String?, limit: Int) -> FilePage {
        let found = state.withLock { $0.channels[channel]?.records(after: last, limit: limit + 1) ?? [] }
        return FilePage(found, limit: limit)
    }

    func file(_ key: FileKey) -> OriginStoredFile? {
        guard let stored = state.withLock({ $0.channels[key.channel]?[key.id] }) else { return nil }
        return OriginStoredFile(record: stored.record) { range in Array(stored.bytes[range]) }
    }

    func remove(_ key: FileKey) {
        state.withLock { state in
            guard let stored = state.channels[key.channel]?.remove(key.id) else { return }
            state.usage.remove(bytes: stored.record.size, keyset: key.channel.keyset)
            if state.channels[key.channel]?.count == 0 { state.channels[key.channel] = nil }
        }
    }
}
