/// Times of a channel: everything after one moment, up to and with another.
struct TimetokenRange: Hashable, Sendable {
    var after: Timetoken
    var upTo: Timetoken

    /// An end that is not known yet.
    static let open = Timetoken(Int64.max)

    /// A moment that is not known yet.
    static let unknown = TimetokenRange(after: open - 1, upTo: open)

    /// Whether its end is not known yet.
    var isOpen: Bool { upTo == Self.open }

    /// Whether no moment is in it.
    var isEmpty: Bool { after >= upTo }
}

/// Ranges that neither overlap nor touch, oldest first.
struct TimetokenRanges: Hashable, Sendable {
    private(set) var ranges: [TimetokenRange]

    /// Makes the list of any ranges.
    init(_ ranges: [TimetokenRange] = []) {
        self.ranges = []
        for range in ranges { insert(range) }
    }

    /// Adds a range; those that it overlaps or touches become one with it.
    mutating func insert(_ range: TimetokenRange) {
        guard !range.isEmpty else { return }
        let near = ranges.filter { $0.after <= range.upTo && range.after <= $0.upTo }
        let union = near.reduce(range) { whole, part in
            TimetokenRange(after: min(whole.after, part.after), upTo: max(whole.upTo, part.upTo))
        }
        ranges.removeAll { near.contains($0) }
        ranges.insert(union, at: ranges.firstIndex { $0.after > union.after } ?? ranges.endIndex)
    }

    /// Takes a range away from all that are there.
    mutating func subtract(_ range: TimetokenRange) {
        guard !range.isEmpty else { return }
        ranges = ranges.flatMap { part in
            [
                TimetokenRange(after: part.after, upTo: min(part.upTo, range.after)),
                TimetokenRange(after: max(part.after, range.upTo), upTo: part.upTo),
            ]
            .filter { !$0.isEmpty }
        }
    }

    /// Whether the end of the last one is not known yet.
    var isOpen: Bool { ranges.last?.isOpen == true }

    /// Ends the one whose end is not known. One whose beginning is not known either has this moment alone.
    mutating func close(at timetoken: Timetoken) {
        guard isOpen, let last = ranges.popLast() else { return }
        let after = last.after == TimetokenRange.unknown.after ? timetoken - min(timetoken, 1) : last.after
        insert(TimetokenRange(after: after, upTo: timetoken))
    }
}
