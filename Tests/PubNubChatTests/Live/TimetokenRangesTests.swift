import Testing

@testable import PubNubChat

@Suite("TimetokenRanges: times in which something may be missing")
struct TimetokenRangesTests {
    private func ranges(_ pairs: (Timetoken, Timetoken)...) -> TimetokenRanges {
        TimetokenRanges(pairs.map { TimetokenRange(after: $0.0, upTo: $0.1) })
    }

    @Test("Those that overlap or touch become one")
    func insert() {
        #expect(ranges((1, 3), (5, 7)).ranges.count == 2)
        #expect(ranges((1, 3), (3, 7)) == ranges((1, 7)))
        #expect(ranges((5, 7), (1, 3), (2, 6)) == ranges((1, 7)))
        #expect(ranges((5, 7), (1, 3)).ranges.map(\.after) == [1, 5])
        #expect(ranges((4, 4), (7, 5)).ranges.isEmpty)
    }

    @Test(
        "What was fetched is taken out of all of them",
        arguments: [
            ((0, 9), []), ((0, 2), [2, 3, 5, 7]), ((2, 6), [1, 2, 6, 7]), ((3, 5), [1, 3, 5, 7]),
            ((6, 6), [1, 3, 5, 7]),
            ((7, 9), [1, 3, 5, 7]),
        ] as [((Timetoken, Timetoken), [Timetoken])]
    )
    func subtract(part: (Timetoken, Timetoken), left: [Timetoken]) {
        var holes = ranges((1, 3), (5, 7))
        holes.subtract(TimetokenRange(after: part.0, upTo: part.1))
        #expect(holes.ranges.flatMap { [$0.after, $0.upTo] } == left)
    }

    @Test("An open end ends at the time after the subscription")
    func close() {
        var holes = ranges((1, 3), (5, TimetokenRange.open))
        #expect(holes.isOpen)
        holes.close(at: 8)
        #expect(holes == ranges((1, 3), (5, 8)) && !holes.isOpen)
        holes.close(at: 9)
        #expect(holes == ranges((1, 3), (5, 8)))
        var late = ranges((5, TimetokenRange.open))
        late.close(at: 4)
        #expect(late.ranges.isEmpty)
        var unknown = TimetokenRanges([.unknown])
        unknown.close(at: 8)
        #expect(unknown == ranges((7, 8)))
    }
}
