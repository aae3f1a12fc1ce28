/// Values by the requests that they belong to.
///
/// Requests are numbered in the order of their arrival, and their numbers are their hashes, as clients cannot choose them. Requests that
/// arrived one after the other, like those of thousands of subscribers that got the same message, are neighbors in memory.
struct RequestTable<Value: Sendable>: Sendable {
    private static var minSlots: Int { 16 }
    /// A table is too large if it has so many places for each request.
    private static var maxSlotsPerEntry: Int { 16 }

    /// The number of the request of each place plus one; 0 marks a free place. The number of places is a power of two, and at most
    /// half of them are used. Requests that want the same place follow each other in the order of the places that they want
    /// ("Robin Hood hashing"), so that no search has to look at a whole row of requests that each have the place they want.
    private var marks: [UInt64] = []
    private var values: [Value?] = []
    private(set) var count = 0
    /// How many requests were removed since the table is too large.
    private var removalsWhileTooLarge = 0

    var isEmpty: Bool { count == 0 }

    /// The requests in the order of their arrival.
    var requests: [OriginRequestID] {
        marks.filter { $0 != 0 }.map { OriginRequestID(rawValue: $0 &- 1) }.sorted()
    }

    /// The values for which a closure returns true, in no order.
    func values(where isWanted: (Value) -> Bool) -> [Value] {
        values.compactMap { value in value.flatMap { isWanted($0) ? $0 : nil } }
    }

    /// The value of a request; nil if it has none.
    subscript(request: OriginRequestID) -> Value? {
        get { place(of: request).flatMap { values[$0] } }
        set {
            guard let newValue else {
                removeValue(of: request)
                return
            }
            if let place = place(of: request) { values[place] = newValue } else { insert(newValue, for: request) }
        }
    }

    /// Removes a request, and returns its value; nil if it has none.
    @discardableResult
    mutating func removeValue(of request: OriginRequestID) -> Value? {
        guard let place = place(of: request) else { return nil }
        let value = values[place].take()
        free(place)
        shrinkIfNeeded()
        return value
    }

    private var isTooLarge: Bool { marks.count > Self.minSlots && count * Self.maxSlotsPerEntry < marks.count }

    /// Makes the table smaller if it has been too large for a while: requests come and go in groups all the time.
    private mutating func shrinkIfNeeded() {
        guard isTooLarge else { return }
        removalsWhileTooLarge += 1
        if removalsWhileTooLarge > marks.count { resize(to: marks.count / 2) }
    }

    /// How many places behind the one that it wants a request is, or would be.
    private func distance(of mark: UInt64, at place: Int) -> Int {
        (place - Int(truncatingIfNeeded: mark)) & (marks.count - 1)
    }

    private func next(_ place: Int) -> Int { (place + 1) & (marks.count - 1) }

    private func place(of request: OriginRequestID) -> Int? {
        guard count > 0 else { return nil }
        let mark = request.rawValue &+ 1
        var place = Int(truncatingIfNeeded: mark) & (marks.count - 1)
        while marks[place] != mark {
            let other = marks[place]
            if other == 0 || distance(of: other, at: place) < distance(of: mark, at: place) { return nil }
            place = next(place)
        }
        return place
    }

    private mutating func insert(_ value: Value, for request: OriginRequestID) {
        if count * 2 >= marks.count { resize(to: max(Self.minSlots, marks.count * 2)) }
        var mark = request.rawValue &+ 1
        var value: Value? = value
        var place = Int(truncatingIfNeeded: mark) & (marks.count - 1)
        while marks[place] != 0 {
            if distance(of: marks[place], at: place) < distance(of: mark, at: place) {
                swap(&marks[place], &mark)
                swap(&values[place], &value)
            }
            place = next(place)
        }
        marks[place] = mark
        values[place] = value
        count += 1
        if !isTooLarge { removalsWhileTooLarge = 0 }
    }

    /// Frees a place whose value is taken. The requests behind it that are not at the place they want move up.
    private mutating func free(_ place: Int) {
        count -= 1
        var free = place
        var other = next(place)
        while marks[other] != 0, distance(of: marks[other], at: other) > 0 {
            marks[free] = marks[other]
            values.swapAt(free, other)
            free = other
            other = next(other)
        }
        marks[free] = 0
    }

    private mutating func resize(to places: Int) {
        let old = self
        self = RequestTable()
        marks = Array(repeating: 0, count: places)
        values = Array(repeating: nil, count: places)
        for (mark, value) in zip(old.marks, old.values) {
            guard mark != 0, let value else { continue }
            insert(value, for: OriginRequestID(rawValue: mark &- 1))
        }
    }
}
