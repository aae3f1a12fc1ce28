import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The data file: acknowledged message actions survive")
struct DurableActionTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    @Test("After random changes and a crash, the file and the memory agree", arguments: 1...3)
    func agreesWithMemory(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let file = try WrittenFile(folder.file())
        let topics = ["a", "é"].map { Topic(keyset: "demo", name: $0) }
        var memory = ActionStore()
        var removals = 0
        for number in 1...80 as ClosedRange<UInt64> {
            let topic = topics[Int.random(in: 0..<2, using: &random)]
            let action = StoredAction(
                timetoken: number,
                message: UInt64.random(in: 1...5, using: &random),
                type: "reaction",
                value: "🎈\(number)",
                publisher: "u\(number % 3)"
            )
            let removed = UInt64.random(in: 1...number, using: &random)
            let kind: ActionChange.Kind = number % 3 == 0 ? .remove(removed) : .add(action)
            guard number % 8 != 0 else {
                // With the messages of a range their actions end.
                let range = HistoryRange(start: UInt64.random(in: 0...2, using: &random), end: 3, reverse: true)
                try file.write([.removal(range, of: topic)])
                memory.remove(ofMessagesIn: range, on: topic)
                removals += 1
                continue
            }
            try file.write([.action(ActionChange(topic: topic, kind: kind))])
            memory.apply(ActionChange(topic: topic, kind: kind))
        }
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let copy = try WrittenFile(folder.file("copy.sqlite"))
        var state = OriginState(configuration: OriginConfiguration())
        for change in try copy.archive.restore().changes { state.apply(change) }
        #expect(
            state.actions.count == memory.count && state.actions.bytes == memory.bytes && memory.count > 5
                && removals > 5
        )
        for topic in topics {
            #expect(state.actions.byMessage(on: topic) == memory.byMessage(on: topic))
            let range = HistoryRange()
            #expect(state.actions.page(range, on: topic).actions == memory.page(range, on: topic).actions)
        }
        await copy.close()
        await file.close()
    }
}
