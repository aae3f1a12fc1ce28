/// The number of the last batch of each start of a server, so that a batch which the stream has twice is applied once.
///
/// A server proposes one batch after the other, with numbers that increase, and sends a batch again until it is acknowledged. So the stream may have
/// it more than once, or after a later one if the server stopped waiting for it. All servers read the same records and skip the same ones.
struct AppliedBatches: Sendable {
    private struct Last {
        let number: UInt64
        /// The position of the last record that had a batch of this start.
        let position: UInt64
    }

    /// A server that starts fills the table with so many records before the first one that it applies: more than a cluster
    /// stores in the 5 s in which a server sends a batch again, as each server has one batch at a time in flight.
    static let recordsBefore: UInt64 = 10_000
    /// How many starts of servers are known, at most: those whose records are the newest.
    static let mostStarts = 1024

    private var last: [UInt64: Last] = [:]

    /// How many starts of servers are known.
    var count: Int { last.count }

    /// Notes a batch.
    ///
    /// - Parameters:
    ///   - number: The number of the batch.
    ///   - boot: The start of the server that proposed it.
    ///   - position: The position of its record.
    /// - Returns: Whether it is to be applied. It is not if it or a later one of its server was.
    mutating func note(_ number: UInt64, of boot: UInt64, at position: UInt64) -> Bool {
        let former = last[boot]?.number
        last[boot] = Last(number: max(number, former ?? 0), position: position)
        if last.count > Self.mostStarts, let oldest = last.min(by: { $0.value.position < $1.value.position }) {
            last[oldest.key] = nil
        }
        return former.map { $0 < number } ?? true
    }
}
