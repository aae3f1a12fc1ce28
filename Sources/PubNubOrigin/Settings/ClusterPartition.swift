import PubNubCodec

/// One part of a cluster that is divided by subscribe key. Its servers have a log, subjects and data files of their own.
package struct ClusterPartition: Sendable, Hashable {
    /// The only part of a cluster that is not divided.
    package static let whole = ClusterPartition(number: 1, count: 1)
    /// The most parts of a cluster.
    package static let most = 64

    /// Its number, from 1 to ``count``.
    package let number: Int
    /// How many parts the cluster has.
    package let count: Int

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// A part of a cluster.
    ///
    /// - Parameters:
    ///   - number: Its number, from 1 to `count`.
    ///   - count: How many parts the cluster has, from 1 to ``most``.
    /// - Throws: ``OriginError/invalidConfiguration(_:)`` if a number is out of its range.
    package init(_ number: Int, of count: Int) throws(OriginError) {
        guard (1...Self.most).contains(count) else {
            throw .invalidConfiguration("a cluster has 1 to \(Self.most) partitions, not \(count)")
        }
        guard (1...count).contains(number) else {
            throw .invalidConfiguration("a server of \(count) partitions serves one of 1 to \(count), not \(number)")
        }
        self.init(number: number, count: count)
    }

    /// Returns the number of the part that serves a subscribe key. Load balancers compute it as well, for example HAProxy with its converters
    /// `crc32` and `mod`, so it must not change.
    package static func number(serving subscribeKey: String, of count: Int) -> Int {
        guard count > 1 else { return 1 }
        return Int(CRC32.checksum(Array(subscribeKey.utf8))) % count + 1
    }

    /// Whether this part serves a subscribe key.
    package func serves(_ subscribeKey: String) -> Bool {
        Self.number(serving: subscribeKey, of: count) == number
    }

    /// Returns what belongs to a cluster as a whole with the number of this part: `chat` and `_` make `chat_2`. The name stays as it is if the
    /// cluster is not divided.
    package func numbered(_ name: String, separator: String) -> String {
        count == 1 ? name : "\(name)\(separator)\(number)"
    }
}
