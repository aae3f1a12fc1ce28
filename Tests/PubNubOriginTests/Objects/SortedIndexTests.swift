import TestRandom
import Testing

@testable import PubNubOrigin

@Suite("The index of a list stores its elements in order with their positions")
struct SortedIndexTests {
    @Test("Random insertions and removals give the same result as a sorted array", arguments: [1, 2, 3] as [UInt64])
    func againstASortedArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var index = SortedIndex<Int>()
        var plain: Set<Int> = []
        for _ in 0..<6000 {
            let number = Int.random(in: 0..<3000, using: &random)
            if plain.remove(number) != nil {
                index.remove(number)
            } else {
                plain.insert(number)
                index.insert(number)
            }
        }
        let sorted = plain.sorted()
        #expect(index.count == sorted.count)
        var visited: [Int] = []
        index.visit(0..<index.count) { number in
            visited.append(number)
            return true
        }
        #expect(visited == sorted)
        for number in stride(from: -1, through: 3001, by: 7) {
            #expect(index.position { $0 >= number } == sorted.firstIndex { $0 >= number } ?? sorted.count)
        }
        for place in stride(from: 0, to: sorted.count, by: 97) {
            #expect(index.element(at: place) == sorted[place])
            var page: [Int] = []
            index.visit(place..<min(place + 5, sorted.count)) { number in
                page.append(number)
                return page.count < 3
            }
            #expect(page == Array(sorted[place...].prefix(3)))
        }
        #expect(index.element(at: sorted.count) == nil && index.element(at: -1) == nil)
    }

    @Test func removingAMissingElementChangesNothing() {
        var index = SortedIndex<Int>()
        index.remove(1)
        index.insert(2)
        index.remove(1)
        index.remove(3)
        #expect(index.count == 1)
        index.remove(2)
        #expect(index.isEmpty)
    }
}
