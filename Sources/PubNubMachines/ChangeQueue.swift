import PubNubWire

/// The changes of the subscription list that wait, first in, first out.
///
/// They wait while another change is in progress and while the client connects. The queue has a bound, because an
/// application may make calls faster than the service responds.
struct ChangeQueue: Sendable, Equatable {
    /// How many changes may wait.
    static let maxChanges = 10_000
    /// The queue takes no more changes once the waiting ones name this many channels and groups together. A single call
    /// may name more.
    static let maxTargets = 100_000

    /// Changes before `head` have been removed.
    private var changes: [SubscriptionChange] = []
    private var head = 0
    private var targets = 0

    var isEmpty: Bool { head == changes.count }

    /// Whether the queue takes another change.
    var hasCapacity: Bool { changes.count - head < Self.maxChanges && targets < Self.maxTargets }

    /// The changes, first in, first out.
    var waiting: ArraySlice<SubscriptionChange> { changes[head...] }

    /// Whether the change with this number waits.
    func contains(_ id: UInt64) -> Bool { changes[head...].contains { $0.id == id } }

    mutating func append(_ change: SubscriptionChange) {
        changes.append(change)
        targets += change.entries.count
    }

    /// Puts a change that was removed and could not be performed before all others.
    mutating func putBack(_ change: SubscriptionChange) {
        targets += change.entries.count
        if head > 0 {
            head -= 1
            changes[head] = change
        } else {
            changes.insert(change, at: 0)
        }
    }

    mutating func popFirst() -> SubscriptionChange? {
        guard !isEmpty else { return nil }
        let change = changes[head]
        head += 1
        targets -= change.entries.count
        // Removed elements are discarded once they outnumber the others, so the cost of taking the first one is
        // constant.
        if head > changes.count / 2 {
            changes.removeFirst(head)
            head = 0
        }
        return change
    }

    /// Sets where polling begins with a change that waits. Does nothing for another change.
    mutating func set(since: Timetoken?, of id: UInt64) {
        guard let index = changes.indices.dropFirst(head).first(where: { changes[$0].id == id }) else { return }
        changes[index].since = since
    }

    /// Removes and returns all changes.
    mutating func removeAll() -> [SubscriptionChange] {
        defer { self = ChangeQueue() }
        return Array(changes[head...])
    }

    /// Queues are equal when the same changes wait in the same order.
    static func == (left: Self, right: Self) -> Bool {
        left.changes[left.head...] == right.changes[right.head...]
    }
}
