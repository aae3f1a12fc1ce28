import HeapModule

/// A time, and what is due then. Ordered by the time.
struct Deadline<ID: Sendable & Equatable>: Comparable, Sendable {
    let time: Duration
    let id: ID

    static func < (left: Self, right: Self) -> Bool { left.time < right.time }
}

extension Heap {
    /// Removes and returns the earliest deadline if it is due.
    mutating func popMin<ID>(dueAt now: Duration) -> Deadline<ID>? where Element == Deadline<ID> {
        guard let first = min, first.time <= now else { return nil }
        return popMin()
    }
}
