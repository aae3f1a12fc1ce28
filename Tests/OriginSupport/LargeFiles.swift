import PubNubSupport
import PubNubWire

@testable import PubNubOrigin

/// Storage with one large file, whose bytes are digits that depend on their positions. It counts the bytes that are read.
final class LargeFiles: FileStorage {
    static let id = "00000000-0000-4000-8000-000000000001"

    let size: Int
    let waitsForDisk: Bool
    /// From this position on, reading fails.
    private let end: Int
    private let readBytes = Locked(0)
    private let memory = MemoryFiles(limits: OriginLimits())

    init(size: Int, waitsForDisk: Bool, failsAt end: Int = .max) {
        self.size = size
        self.waitsForDisk = waitsForDisk
        self.end = end
    }

    /// How many bytes were read so far.
    var read: Int { readBytes.withLock { $0 } }

    var signingKey: [UInt8]? { memory.signingKey }
    var usage: FileUsage { memory.usage }

    /// Digits with a period that no part of a body has.
    private static let pattern = (0..<10_007).map { UInt8(ascii: "0") + UInt8($0 * 7 % 10) }

    /// The bytes of a range.
    static func bytes(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            let start = (range.lowerBound + bytes.count) % pattern.count
            bytes += pattern[start..<min(pattern.count, start + range.count - bytes.count)]
        }
        return bytes
    }

    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault) {
        throw .full
    }

    func page(of channel: Topic, after last: String?, limit: Int) -> FilePage { FilePage(files: [], isMore: false) }

    func file(_ key: FileKey) -> OriginStoredFile? {
        guard key.id == Self.id else { return nil }
        let record = FileRecord(id: Self.id, name: "f", contentType: "a/b", size: size, tag: "t", created: 1)
        return OriginStoredFile(record: record) { range in
            guard range.upperBound <= self.end else { return nil }
            self.readBytes.withLock { $0 += range.count }
            return Self.bytes(range)
        }
    }

    func remove(_ key: FileKey) {}

    /// The path and query of the file's content.
    static func address(_ connection: RawConnection) -> String? { connection.contentTarget(id, "f") }

    /// A configuration with this storage, and all else in memory.
    func configuration(clock: any OriginClock = SystemOriginClock()) -> OriginConfiguration {
        var configuration = OriginConfiguration(clock: clock)
        configuration.storageSettings = Source(files: self)
        return configuration
    }

    private struct Source: OriginStorageSource {
        let files: LargeFiles

        var cluster: ClusterIdentity? { nil }

        func open(
            _ configuration: OriginConfiguration,
            _ monitor: OriginMonitor
        ) async throws -> (storage: OpenedStorage, cluster: JoinedCluster?) {
            let memory = OpenedStorage.memory(configuration)
            return (OpenedStorage(log: memory.log, archive: memory.archive, state: memory.state, files: files), nil)
        }
    }
}
