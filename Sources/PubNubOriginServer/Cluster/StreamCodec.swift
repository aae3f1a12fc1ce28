import PubNubOrigin
import PubNubWire

/// The records in the stream of a cluster, as bytes: the mark of the servers, the kind of the record, and its content.
///
/// Every program that may publish to the subject of the stream can store a record in it. One without the mark is not a record of a server, and
/// all servers skip it. One with the mark that this version does not know is of a later version, and its changes would be missing.
enum StreamCodec {
    /// The content of a record.
    enum Record: Sendable {
        /// A batch of a server, which the number of its start identifies.
        case batch(LogBatch, boot: UInt64)
        /// The settings that all servers of the cluster share.
        case settings([UInt8])
        /// Bytes of another program.
        case foreign
    }

    /// What distinguishes a batch from all others of the cluster.
    struct BatchIdentity: Sendable, Equatable {
        /// The start of the server that proposed it.
        let boot: UInt64
        /// Its number since that start.
        let number: UInt64
    }

    private enum Kind: UInt8 {
        case batch = 1
        case settings = 2
    }

    /// The first bytes of a record of a server: no text, and no kind of a record of earlier versions, which have no mark.
    private static let mark: [UInt8] = [0xF0, 0x50, 0x4E]

    /// The bytes before the entries.
    static let overhead = 64

    /// The bytes of a batch.
    static func encode(_ batch: LogBatch, boot: UInt64) -> [UInt8] {
        var bytes = mark + [Kind.batch.rawValue]
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: boot >> UInt64(shift))) }
        return bytes + LogCodec.encode(batch)
    }

    /// The bytes of settings.
    static func encode(settings: [UInt8]) -> [UInt8] { mark + [Kind.settings.rawValue] + settings }

    /// The record that some bytes hold.
    ///
    /// - Throws: ``LogCodecError`` if they have the mark, and hold no record that this version knows.
    static func decode(_ bytes: [UInt8]) throws(LogCodecError) -> Record {
        guard bytes.starts(with: mark) else { return unmarked(bytes) }
        return try content(bytes.dropFirst(mark.count))
    }

    /// The record of an earlier version, which has no mark, or of another program.
    private static func unmarked(_ bytes: [UInt8]) -> Record {
        guard let record = try? content(bytes[...]) else { return .foreign }
        if case .settings(let text) = record, (try? JSON(parsing: text))?.object == nil { return .foreign }
        return record
    }

    /// Whether bytes are a record with settings, of any version of the server.
    static func isSettings(_ bytes: [UInt8]) -> Bool {
        guard case .settings? = try? decode(bytes) else { return false }
        return true
    }

    /// What distinguishes a batch from all others of the cluster; nil if the bytes hold no batch. The entries are not read.
    static func batchIdentity(of bytes: [UInt8]) -> BatchIdentity? {
        let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard content.first == Kind.batch.rawValue, content.count > headBytes,
            let number = try? LogCodec.number(of: content.dropFirst(headBytes))
        else { return nil }
        return BatchIdentity(boot: boot(of: content), number: number)
    }

    /// The record without its mark.
    private static func content(_ bytes: ArraySlice<UInt8>) throws(LogCodecError) -> Record {
        guard let kind = bytes.first else { throw .malformed }
        switch Kind(rawValue: kind) {
        case .settings?:
            return .settings(Array(bytes.dropFirst()))
        case .batch?:
            guard bytes.count > headBytes else { throw .malformed }
            return .batch(try LogCodec.decode(Array(bytes.dropFirst(headBytes))), boot: boot(of: bytes))
        case nil:
            throw .unknownVersion(kind)
        }
    }

    /// The bytes before those of the batch: the kind, and the start of the server.
    private static let headBytes = 9

    private static func boot(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.dropFirst().prefix(headBytes - 1).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
