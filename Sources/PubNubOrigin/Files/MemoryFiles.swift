import PubNubCodec
import PubNubSupport
import PubNubWire

/// Files for as long as the process lives.
final class MemoryFiles: FileStorage {
    private struct Stored: Sendable {
        let record: FileRecord
        let bytes: [UInt8]
    }

    private struct State: Sendable {
        var files = FileTable<Stored>()
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
        let key = FileKey(channel: channel, id: record.id)
        try state.withLock { state throws(FileStorageFault) in
            guard state.files[key] == nil else { throw .exists }
            guard state.files.count(in: channel) < limits.filesPerChannel else { throw .full }
            try state.usage.reserve(bytes: record.size, keyset: channel.keyset, limits, quota: quota)
            state.files.set(stored, key)
        }
    }

    func page(of channel: Topic, after last: String?, limit: Int) -> FilePage {
        let found = state.withLock { $0.files.page(of: channel, after: last, limit: limit + 1) }
        return FilePage(found.map(\.record), limit: limit)
    }

    func file(_ key: FileKey) -> OriginStoredFile? {
        guard let stored = state.withLock({ $0.files[key] }) else { return nil }
        return OriginStoredFile(record: stored.record) { range in Array(stored.bytes[range]) }
    }

    func remove(_ key: FileKey) {
        state.withLock { state in
            guard let stored = state.files.remove(key) else { return }
            state.usage.remove(bytes: stored.record.size, keyset: key.channel.keyset)
        }
    }
}
