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
    /// The keys of removed files that each keyset may have in ``ages``, apart from as many as it has files.
    private static let maxRemovedKeys = 1000
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
        discardRemovedKeys(of: keyset)
    }

    /// The number of keys in memory, also those of removed files.
    var keyCount: Int { ages.values.reduce(0) { $0 + $1.count } }

    /// Discards the keys of removed files if a keyset has many of them. Without a retention, nothing else does.
    private mutating func discardRemovedKeys(of keyset: String) {
        let name = NameKey(keyset)
        guard let keys = ages[name], keys.count > 2 * usage.files(keyset: keyset) + Self.maxRemovedKeys else { return }
        // A file that was stored again has several keys; the last one counts.
        var known: Set<FileKey> = []
        let present = keys.reversed().filter { files[$0] != nil && known.insert($0).inserted }
        ages[name] = present.isEmpty ? nil : CircularBuffer(present.reversed())
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
