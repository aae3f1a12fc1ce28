import Testing

@testable import PubNubChat

@Suite("TimetokenRanges: ranges in which data may be missing")
struct TimetokenRangesTests {
    private func ranges(_ pairs: (Timetoken, Timetoken)...) -> TimetokenRanges {
        TimetokenRanges(pairs.map { TimetokenRange(after: $0.0, upTo: $0.1) })
    }

    @Test("Merges ranges that overlap or touch")
    func insert() {
        #expect(ranges((1, 3), (5, 7)).ranges.count == 2)
        #expect(ranges((1, 3), (3, 7)) == ranges((1, 7)))
        #expect(ranges((5, 7), (1, 3), (2, 6)) == ranges((1, 7)))
        #expect(ranges((5, 7), (1, 3)).ranges.map(\.after) == [1, 5])
        #expect(ranges((4, 4), (7, 5)).ranges.isEmpty)
    }

    @Test(
        "Subtracts a fetched range from all ranges",
        arguments: [
            ((0, 9), []), ((0, 2), [2, 3, 5, 7]), ((2, 6), [1, 2, 6, 7]), ((3, 5), [1, 3, 5, 7]),
            ((6, 6), [1, 3, 5, 7]),
            ((7, 9), [1, 3, 5, 7]),
        ] as [((Timetoken, Timetoken), [Timetoken])]
    )
    func subtract(part: (Timetoken, Timetoken), left: [Timetoken]) {
        var gaps = ranges((1, 3), (5, 7))
        gaps.subtract(TimetokenRange(after: part.0, upTo: part.1))
        #expect(gaps.ranges.flatMap { [$0.after, $0.upTo] } == left)
    }

    @Test("Closes an open range at the time after the subscription")
    func close() {
        var gaps = ranges((1, 3), (5, TimetokenRange.open))
        #expect(gaps.isOpen)
        gaps.close(at: 8)
        #expect(gaps == ranges((1, 3), (5, 8)) && !gaps.isOpen)
        gaps.close(at: 9)
        #expect(gaps == ranges((1, 3), (5, 8)))
        var late = ranges((5, TimetokenRange.open))
        late.close(at: 4)
        #expect(late.ranges.isEmpty)
        var unknown = TimetokenRanges([.unknown])
        unknown.close(at: 8)
        #expect(unknown == ranges((7, 8)))
    }
}
