/// Which messages of a channel a page of history holds.
struct HistoryRange: Sendable, Equatable {
    /// Only messages above this timetoken.
    var after: UInt64 = 0
    /// Only messages up to and including this timetoken.
    var through: UInt64 = .max
    /// Which end to count from. The page itself is always in order of time.
    var oldestFirst = false
    /// Messages at most.
    var limit = 100

    /// `start` is exclusive, `end` inclusive, whichever of the two is earlier.
    ///
    /// - Parameters:
    ///   - start: Where the range begins; nil for no bound.
    ///   - end: Where the range ends; nil for no bound.
    ///   - reverse: Whether a page is filled from the oldest message of the range on, and not from the newest back. nil if the
    ///     client does not say: pages are then filled from `start` towards `end`, and from the newest back without both.
    ///   - limit: Messages at most.
    init(start: UInt64? = nil, end: UInt64? = nil, reverse: Bool? = false, limit: Int = 100) {
        self.limit = limit
        let forward: Bool
        if let start, let end, start != end { forward = start < end } else { forward = reverse ?? false }
        oldestFirst = reverse ?? forward
        if forward {
            after = start ?? 0
            through = end ?? .max
        } else {
            through = start.map { $0 == 0 ? 0 : $0 - 1 } ?? .max
            after = end.map { $0 == 0 ? 0 : $0 - 1 } ?? 0
        }
    }
}
