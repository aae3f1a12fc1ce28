/// A range of timetokens of a channel: after one timetoken, up to and including another.
struct TimetokenRange: Hashable, Sendable {
    var after: Timetoken
    var upTo: Timetoken

    /// An end that is not known yet.
    static let open = Timetoken(Int64.max)

    /// A range with neither a known start nor a known end.
    static let unknown = TimetokenRange(after: open - 1, upTo: open)

    /// Whether its end is unknown.
    var isOpen: Bool { upTo == Self.open }

    /// Whether it contains no timetoken.
    var isEmpty: Bool { after >= upTo }

    func contains(_ timetoken: Timetoken) -> Bool { after < timetoken && timetoken <= upTo }

    /// Whether it has timetokens in common with another range. Neither is empty.
    func overlaps(_ other: Self) -> Bool { after < other.upTo && other.after < upTo }
}

/// Ranges that neither overlap nor touch, oldest first.
struct TimetokenRanges: Hashable, Sendable {
    private(set) var ranges: [TimetokenRange]

    /// Normalizes any ranges.
    init(_ ranges: [TimetokenRange] = []) {
        self.ranges = []
        for range in ranges { insert(range) }
    }

    /// Adds a range; ranges that it overlaps or touches are merged with it.
    mutating func insert(_ range: TimetokenRange) {
        guard !range.isEmpty else { return }
        let near = ranges.filter { $0.after <= range.upTo && range.after <= $0.upTo }
        let union = near.reduce(range) { whole, part in
            TimetokenRange(after: min(whole.after, part.after), upTo: max(whole.upTo, part.upTo))
        }
        ranges.removeAll { near.contains($0) }
        ranges.insert(union, at: ranges.firstIndex { $0.after > union.after } ?? ranges.endIndex)
    }

    /// Removes a range from all ranges.
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

    /// Whether one of the ranges contains a timetoken.
    func contains(_ timetoken: Timetoken) -> Bool { ranges.contains { $0.contains(timetoken) } }

    /// Whether the end of the last range is unknown.
    var isOpen: Bool { ranges.last?.isOpen == true }

    /// Ends the open range. If its start is also unknown, it contains only this timetoken.
    mutating func close(at timetoken: Timetoken) {
        guard isOpen, let last = ranges.popLast() else { return }
        let after = last.after == TimetokenRange.unknown.after ? timetoken - min(timetoken, 1) : last.after
        insert(TimetokenRange(after: after, upTo: timetoken))
    }
}
