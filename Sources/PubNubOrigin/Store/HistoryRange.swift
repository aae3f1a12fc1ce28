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

    /// `start` is exclusive, `end` inclusive. A page is walked back from `start` to `end`, or forward when `reverse`
    /// says so or `start` is before `end`.
    init(start: UInt64? = nil, end: UInt64? = nil, reverse: Bool = false, limit: Int = 100) {
        self.limit = limit
        let forward: Bool
        if let start, let end, start != end { forward = start < end } else { forward = reverse }
        oldestFirst = reverse || forward
        if forward {
            after = start ?? 0
            through = end ?? .max
        } else {
            through = start.map { $0 == 0 ? 0 : $0 - 1 } ?? .max
            after = end.map { $0 == 0 ? 0 : $0 - 1 } ?? 0
        }
    }
}
