import PubNubChat
import TestRandom
import Testing

@Suite("The differences in a query change")
struct QueryChangeTests {
    private struct Item: Identifiable, Hashable {
        var id: Int
        var text = ""
    }

    /// Applies a change as a table view does.
    private func applied(_ change: ChatQueryChange<Item>) -> [Item] {
        var list = change.previous
        for place in (change.removalIndexes + change.moves.map(\.from)).sorted(by: >) { list.remove(at: place) }
        let added = change.insertionIndexes.map { ($0, change.entities[$0]) } + change.moves.map { ($0.to, $0.entity) }
        for (place, item) in added.sorted(by: { $0.0 < $1.0 }) { list.insert(item, at: place) }
        for place in change.updateIndexes { list[place] = change.entities[place] }
        return list
    }

    @Test(
        "Removals, moves, insertions and updates turn the previous list into the current one",
        arguments: 0..<200
    )
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func list() -> [Item] {
            (0..<Int.random(in: 0..<12, using: &random)).shuffled(using: &random).filter { _ in
                Bool.random(using: &random)
            }
            .map { Item(id: $0, text: "\(Int.random(in: 0..<3, using: &random))") }
        }
        let before = list()
        let after = list()
        let change = ChatQueryChange(from: before, to: after)
        #expect(applied(change) == after)
        #expect(change.insertions == after.filter { item in !before.contains { $0.id == item.id } })
        #expect(change.removals == before.filter { item in !after.contains { $0.id == item.id } })
    }

    @Test("Moves as few entities as possible: a single displaced entity is one move")
    func moves() {
        let before = (0..<10).map { Item(id: $0) }
        var after = before
        after.insert(after.remove(at: 7), at: 2)
        let change = ChatQueryChange(from: before, to: after)
        #expect(change.moves == [ChatQueryChange(from: before, to: after).moves[0]] && change.moves[0].entity.id == 7)
        #expect(change.moves[0].from == 7 && change.moves[0].to == 2)
        #expect(change.insertions.isEmpty && change.removals.isEmpty && change.updates.isEmpty)
        #expect(ChatQueryChange(from: before, to: [Item(id: 99)] + before).moves.isEmpty)
        #expect(ChatQueryChange(from: before, to: before.reversed()).moves.count == 9)
    }

    @Test("Sections report which were added, removed, moved and changed")
    func sections() {
        let before = [Item(id: 1, text: "a"), Item(id: 2, text: "a"), Item(id: 3, text: "b"), Item(id: 4, text: "c")]
        let after = [Item(id: 5, text: "d"), Item(id: 4, text: "c"), Item(id: 1, text: "a")]
        let change = ChatQueryChange(from: before, to: after).sections { $0.text }
        #expect(change.entities.map(\.id) == ["d", "c", "a"] && change.previous.map(\.id) == ["a", "b", "c"])
        #expect(change.entities.map { $0.entities.map(\.id) } == [[5], [4], [1]])
        #expect(change.insertions.map(\.id) == ["d"] && change.removals.map(\.id) == ["b"])
        #expect(change.updates.map(\.id) == ["a"] && change.moves.count == 1)
        // An entity that comes later belongs to its first section.
        let mixed = ChatQueryChange(from: [], to: [before[0], before[2], before[1]]).sections { $0.text }
        #expect(mixed.entities.map { $0.entities.map(\.id) } == [[1, 2], [3]])
    }
}
