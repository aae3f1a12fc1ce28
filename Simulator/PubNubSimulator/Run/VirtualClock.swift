/// A queue of planned events, earliest first; time passes only from one event to the next.
///
/// Events that are due at the same time happen in the order in which they were planned, so that a run can be repeated exactly.
struct VirtualClock<Occurrence> {
    private struct Entry {
        let time: Int
        let order: Int
        let occurrence: Occurrence

        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    /// Microseconds since the start.
    private(set) var now = 0
    private var planned = 0
    /// A binary heap.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Plans an event; `delay` is in microseconds.
    mutating func plan(_ occurrence: Occurrence, after delay: Int) {
        planned += 1
        entries.append(Entry(time: now + max(delay, 0), order: planned, occurrence: occurrence))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].isBefore(entries[parent]) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the next event and advances the time to it; nil if none is planned.
    mutating func next() -> Occurrence? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        now = first.time
        return first.occurrence
    }

    /// Removes all planned events except for those that match.
    mutating func keep(where isIncluded: (Occurrence) -> Bool) {
        entries = entries.filter { isIncluded($0.occurrence) }.sorted { $0.isBefore($1) }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}

extension Duration {
    var microseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}

extension Int {
    static func milliseconds(_ count: Int) -> Int { count * 1000 }
    static func seconds(_ count: Int) -> Int { count * 1_000_000 }

    /// The time in seconds with three decimal places; the value is in microseconds.
    var secondsText: String {
        let thousandths = String(self / 1000 % 1000)
        return "\(self / 1_000_000)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths + "s"
    }
}
