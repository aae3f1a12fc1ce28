/// The changes of the subscription list that wait for their turn, first come, first served.
///
/// They wait while another change is carried out and while the client connects. The queue has a bound: an application may
/// make calls faster than the service answers them.
struct ChangeQueue: Sendable, Equatable {
    /// How many changes may wait.
    static let mostChanges = 10_000
    /// How many channels and groups the waiting changes may name together before no more are taken. A single call may name
    /// more.
    static let mostTargets = 100_000

    /// Those before `head` have been taken.
    private var changes: [SubscriptionChange] = []
    private var head = 0
    private var targets = 0

    var isEmpty: Bool { head == changes.count }

    /// Whether another change can be taken.
    var hasRoom: Bool { changes.count - head < Self.mostChanges && targets < Self.mostTargets }

    mutating func append(_ change: SubscriptionChange) {
        changes.append(change)
        targets += change.entries.count
    }

    /// Puts a change that was taken and could not be carried out before all others.
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
        // Squeezed out when they outnumber the others, so that taking the first one costs the same however many wait.
        if head > changes.count / 2 {
            changes.removeFirst(head)
            head = 0
        }
        return change
    }

    /// Takes all changes.
    mutating func removeAll() -> [SubscriptionChange] {
        defer { self = ChangeQueue() }
        return Array(changes[head...])
    }

    /// Queues are equal when the same changes wait in the same order.
    static func == (left: Self, right: Self) -> Bool {
        left.changes[left.head...] == right.changes[right.head...]
    }
}
