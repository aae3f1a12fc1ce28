/// The records in the stream of a cluster, as bytes.
enum StreamCodec {
    /// The content of a record.
    enum Record: Sendable {
        /// A batch of a server, which the number of its start identifies.
        case batch(LogBatch, boot: UInt64)
        /// The settings that all servers of the cluster share.
        case settings([UInt8])
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

    /// The bytes before the entries.
    static let overhead = 64

    /// The bytes of a batch.
    static func encode(_ batch: LogBatch, boot: UInt64) -> [UInt8] {
        var bytes = [Kind.batch.rawValue]
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: boot >> UInt64(shift))) }
        return bytes + LogCodec.encode(batch)
    }

    /// The bytes of settings.
    static func encode(settings: [UInt8]) -> [UInt8] { [Kind.settings.rawValue] + settings }

    /// The record that some bytes hold.
    ///
    /// - Throws: ``LogCodecError`` if they hold none that this version knows.
    static func decode(_ bytes: [UInt8]) throws(LogCodecError) -> Record {
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

    /// What distinguishes a batch from all others of the cluster; nil if the bytes hold no batch. The entries are not read.
    static func batchIdentity(of bytes: [UInt8]) -> BatchIdentity? {
        guard bytes.first == Kind.batch.rawValue, bytes.count > headBytes,
            let number = try? LogCodec.number(of: bytes.dropFirst(headBytes))
        else { return nil }
        return BatchIdentity(boot: boot(of: bytes), number: number)
    }

    /// The bytes before those of the batch: the kind, and the start of the server.
    private static let headBytes = 9

    private static func boot(of bytes: [UInt8]) -> UInt64 {
        bytes[1..<headBytes].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
