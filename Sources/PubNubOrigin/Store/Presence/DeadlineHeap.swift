/// Deadlines with what they are for, earliest first.
struct DeadlineHeap<ID: Sendable>: Sendable {
    struct Entry: Sendable {
        let deadline: Duration
        let id: ID
    }

    /// A binary heap: both children of an entry have the same deadline or a later one.
    private var entries: [Entry] = []

    init(_ entries: [Entry] = []) {
        self.entries = entries.sorted { $0.deadline < $1.deadline }
    }

    var count: Int { entries.count }
    var first: Entry? { entries.first }

    /// Keeps those entries only that a closure wants.
    mutating func filter(_ isWanted: (Entry) -> Bool) {
        self = DeadlineHeap(entries.filter(isWanted))
    }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].deadline < entries[parent].deadline else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the first entry if it is due.
    mutating func popFirst(dueAt now: Duration) -> Entry? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].deadline < entries[smallest].deadline {
                smallest = child
            }
            guard smallest != parent else { return first }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
