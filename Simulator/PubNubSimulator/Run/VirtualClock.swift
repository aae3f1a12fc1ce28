/// Time that passes only when something is due: a queue of what will happen, earliest first.
///
/// What is due at the same moment happens in the order in which it was planned, so that a run can be repeated exactly.
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

    /// Plans something; `delay` is in microseconds.
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

    /// Takes out what is due next and moves the time there; nil when nothing is planned any more.
    mutating func next() -> Occurrence? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        now = first.time
        return first.occurrence
    }

    /// Forgets everything else that is planned.
    mutating func keep(where isKept: (Occurrence) -> Bool) {
        entries = entries.filter { isKept($0.occurrence) }.sorted { $0.isBefore($1) }
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

    /// Microseconds as seconds with three digits.
    var secondsText: String {
        let thousandths = String(self / 1000 % 1000)
        return "\(self / 1_000_000)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths + "s"
    }
}
