import NIOCore
import PubNubOrigin
import PubNubWire

/// The files of a cluster, as the records of their stream list them.
struct ClusterFileList {
    private(set) var files = FileTable<ClusterFile>()
    private(set) var usage = FileUsage()
    /// The names of the bytes of all files.
    private(set) var contents: Set<String> = []
    /// The files of each keyset in the order in which they were stored.
    private var ages: [NameKey: CircularBuffer<FileKey>] = [:]
    /// The records of removed files: their positions, and when they were stored, in units of 100 ns.
    var removals: [(position: UInt64, date: UInt64)] = []
    /// The position of the last record.
    private(set) var applied: UInt64 = 0

    /// Takes in the next record. Does nothing with one that cannot be read.
    mutating func take(_ record: StreamRecord) {
        applied = record.position
        guard let change = ClusterFileRecord(record.bytes) else { return }
        let keyset = change.key.channel.keyset
        let former: ClusterFile?
        switch change {
        case .stored(let file, let key):
            former = files.set(file, key)
            usage.add(bytes: file.record.size, keyset: keyset)
            contents.insert(file.content)
            ages[NameKey(keyset), default: CircularBuffer()].append(key)
        case .removed(let key):
            former = files.remove(key)
            removals.append((record.position, record.date))
        }
        guard let former else { return }
        usage.remove(bytes: former.record.size, keyset: keyset)
        contents.remove(former.content)
    }

    /// The oldest file of a keyset that was stored up to a time, in seconds since 1970 UTC.
    mutating func oldest(of keyset: String, until date: UInt64) -> FileKey? {
        let name = NameKey(keyset)
        while let key = ages[name]?.first {
            if let file = files[key] { return file.record.created <= date ? key : nil }
            ages[name]?.removeFirst()
        }
        return nil
    }

    /// Calls a closure with each file and its key, in no particular order.
    func forEach(_ body: (ClusterFile, FileKey) throws -> Void) rethrows {
        for keys in ages.values {
            for key in keys { if let file = files[key] { try body(file, key) } }
        }
    }
}
