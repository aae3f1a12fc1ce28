import PubNubCodec
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// A file of a cluster: its record, and where its bytes are.
struct ClusterFile: Sendable, Equatable {
    let record: FileRecord
    /// The name of its bytes in the stream.
    let content: String
    /// The size of each part but the last one, in bytes.
    let partSize: Int
    /// The positions of the parts in the stream.
    let parts: [UInt64]
}

/// A record of the stream of files: a stored file, or a removed one.
enum ClusterFileRecord: Sendable, Equatable {
    case stored(ClusterFile, FileKey)
    case removed(FileKey)

    /// Reads a record; nil if this version cannot read it.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(parsing: bytes), let keyset = json["keyset"]?.string,
            let channel = json["channel"]?.string, let id = json["id"]?.string
        else { return nil }
        let key = FileKey(channel: Topic(keyset: keyset, name: channel), id: id)
        if json["removed"]?.bool == true {
            self = .removed(key)
            return
        }
        guard let name = json["name"]?.string, let type = json["type"]?.string,
            let size = json["size"]?.int64Value, size >= 0, let tag = json["tag"]?.string,
            let created = json["created"]?.uint64Value, let content = json["content"]?.string,
            let partSize = json["partSize"]?.int64Value, partSize > 0,
            let parts = json["parts"]?.array?.compactMap(\.uint64Value),
            Int64(parts.count) == (size + partSize - 1) / partSize
        else { return nil }
        let record = FileRecord(
            id: id,
            name: name,
            contentType: type,
            size: Int(size),
            tag: tag,
            created: created
        )
        self = .stored(ClusterFile(record: record, content: content, partSize: Int(partSize), parts: parts), key)
    }

    /// The record as the stream stores it.
    var bytes: [UInt8] {
        var members: [String: JSON] = [
            "keyset": .string(key.channel.keyset), "channel": .string(key.channel.name), "id": .string(key.id),
        ]
        switch self {
        case .removed:
            members["removed"] = .bool(true)
        case .stored(let file, _):
            members["name"] = .string(file.record.name)
            members["type"] = .string(file.record.contentType)
            members["size"] = .integer(Int64(file.record.size))
            members["tag"] = .string(file.record.tag)
            members["created"] = .integer(Int64(clamping: file.record.created))
            members["content"] = .string(file.content)
            members["partSize"] = .integer(Int64(file.partSize))
            members["parts"] = .array(file.parts.map { .integer(Int64(clamping: $0)) })
        }
        return JSON.object(members).bytes
    }

    var key: FileKey {
        switch self {
        case .stored(_, let key), .removed(let key): key
        }
    }

    /// The name of the record of a file: names of clients may contain anything, and a subject of NATS may not.
    static func name(of key: FileKey) -> String {
        let names = [key.channel.keyset, key.channel.name].map { name in
            Base64.encode(Array(name.utf8), urlSafe: true, padded: false)
        }
        return "\(names[0]).\(names[1]).\(key.id)"
    }
}

/// The bytes of a file in a stream. One part is in memory at a time.
final class ClusterFileReader: Sendable {
    private let file: ClusterFile
    private let stream: any FileStream
    private let last: Locked<(index: Int, bytes: [UInt8])?> = Locked(nil)
    private let reportFailure: @Sendable (String) -> Void

    init(_ file: ClusterFile, _ stream: any FileStream, reportFailure: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.stream = stream
        self.reportFailure = reportFailure
    }

    /// Reads a part of the bytes; nil if they cannot be read, or were removed.
    func read(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= file.record.size else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            let position = range.lowerBound + bytes.count
            let index = position / file.partSize
            guard let part = part(index) else { return nil }
            let start = position - index * file.partSize
            guard start < part.count else { return nil }
            bytes += part[start..<min(part.count, start + range.count - bytes.count)]
        }
        return bytes
    }

    private func part(_ index: Int) -> [UInt8]? {
        if let last = last.withLock({ $0 }), last.index == index { return last.bytes }
        do throws(StreamFailure) {
            guard let bytes = try stream.part(at: file.parts[index]) else { return nil }
            last.withLock { $0 = (index, bytes) }
            return bytes
        } catch {
            reportFailure("Files cannot be read: \(error.text)")
            return nil
        }
    }
}
