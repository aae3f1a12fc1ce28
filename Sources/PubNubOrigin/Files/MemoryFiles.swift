import PubNubLocks
import PubNubWire

/// Files for as long as the process lives.
final class MemoryFiles: FileStorage {
    private struct Stored: Sendable {
        let record: FileRecord
        let bytes: [UInt8]
    }

    private struct State: Sendable {
        var channels: [Topic: [String: Stored]] = [:]
        var count = 0
        var bytes = 0
    }

    private let limits: OriginLimits
    private let state = Locked(State())

    init(limits: OriginLimits) {
        self.limits = limits
    }

    func add(_ record: FileRecord, _ content: ArraySlice<UInt8>, to channel: Topic) throws(FileStorageFault) {
        let stored = Stored(record: record, bytes: Array(content))
        let limits = limits
        let fault = state.withLock { state -> FileStorageFault? in
            guard state.channels[channel]?[record.id] == nil else { return .exists }
            guard state.channels[channel]?.count ?? 0 < limits.filesPerChannel, state.count < limits.files,
                state.bytes + record.size <= limits.fileBytes
            else { return .full }
            state.channels[channel, default: [:]][record.id] = stored
            state.count += 1
            state.bytes += record.size
            return nil
        }
        if let fault { throw fault }
    }

    func page(of channel: Topic, after last: String?, limit: Int) -> (files: [FileRecord], isMore: Bool) {
        let files = state.withLock { $0.channels[channel] ?? [:] }
        let found = files.values.map(\.record).filter { record in last.map { $0.precedesInBytes(record.id) } ?? true }
            .sorted { $0.id.precedesInBytes($1.id) }
        return (Array(found.prefix(limit)), found.count > limit)
    }

    func content(of key: FileKey) -> (record: FileRecord, bytes: [UInt8])? {
        state.withLock { $0.channels[key.channel]?[key.id] }.map { ($0.record, $0.bytes) }
    }

    func remove(_ key: FileKey) {
        state.withLock { state in
            guard let stored = state.channels[key.channel]?.removeValue(forKey: key.id) else { return }
            state.count -= 1
            state.bytes -= stored.record.size
            if state.channels[key.channel]?.isEmpty == true { state.channels[key.channel] = nil }
        }
    }
}
