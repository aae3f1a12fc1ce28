/// The last batch of a start of a server that has been applied.
package struct AppliedBatch: Sendable, Equatable {
    /// The start of the server that proposed it.
    package let boot: UInt64
    /// Its number since that start.
    package let number: UInt64
    /// The position of the last record that had a batch of this start; 0 if that was before the cluster was restored.
    package let position: UInt64

    package init(boot: UInt64, number: UInt64, position: UInt64) {
        self.boot = boot
        self.number = number
        self.position = position
    }

    /// Whether it stays longer than another one in a table without room for both. All servers have the same order.
    fileprivate func isNewer(than other: AppliedBatch) -> Bool {
        (position, boot) > (other.position, other.boot)
    }
}

/// The number of the last batch of each start of a server, so that a batch which the stream has twice is applied once.
///
/// A server proposes one batch after the other, with numbers that increase, and sends a batch again until it is acknowledged. So the stream may have
/// it more than once, or after a later one if the server stopped waiting for it. All servers read the same records and skip the same ones, however
/// long after the first one these come: a data file and a snapshot have the table as of the last record that they have.
package struct AppliedBatches: Sendable {
    /// How many starts of servers are known, at most: those whose records are the newest.
    package static let maxStarts = 1024

    private var last: [UInt64: AppliedBatch] = [:]

    /// A table.
    ///
    /// - Parameter batches: Its first content. Empty by default.
    package init(_ batches: [AppliedBatch] = []) {
        for batch in batches { insert(batch) }
    }

    /// How many starts of servers are known.
    var count: Int { last.count }

    /// The batch whose record is at a position; nil if none of the table is.
    package func batch(at position: UInt64) -> AppliedBatch? { last.values.first { $0.position == position } }

    /// Notes a batch.
    ///
    /// - Parameters:
    ///   - number: The number of the batch.
    ///   - boot: The start of the server that proposed it.
    ///   - position: The position of its record.
    /// - Returns: The entry of that start now, and whether the batch is to be applied: false if it or a later one of its server was.
    package mutating func note(
        _ number: UInt64,
        of boot: UInt64,
        at position: UInt64
    ) -> (noted: AppliedBatch, isNew: Bool) {
        let former = last[boot]?.number
        let noted = AppliedBatch(boot: boot, number: max(number, former ?? 0), position: position)
        insert(noted)
        return (noted, former.map { $0 < number } ?? true)
    }

    private mutating func insert(_ batch: AppliedBatch) {
        last[batch.boot] = batch
        guard last.count > Self.maxStarts, let oldest = last.values.min(by: { $1.isNewer(than: $0) }) else { return }
        last[oldest.boot] = nil
    }
}
