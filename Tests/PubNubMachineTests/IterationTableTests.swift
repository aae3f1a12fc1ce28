import PubNubWire
import Testing

@testable import PubNubMachines

struct IterationTableTests {
    private let a = SubscriptionTarget(name: "a", isGroup: false)

    private func position(cursor: UInt64, joined: UInt64) -> IterationTable.Position {
        var list = SubscriptionTargetList()
        list.update([(a, .init(messages: true))])
        return IterationTable.Position(
            list: list,
            cursor: Timetoken(rawValue: cursor),
            joined: Timetoken(rawValue: joined),
            joins: 1,
            isBehind: false
        )
    }

    @Test("A start in the future is the present if the service has told it since, and else as the app asked")
    func future() {
        for hasJoined in [true, false] {
            var table = IterationTable()
            var before = position(cursor: 200, joined: 200)
            if hasJoined { before.joins = 0 }
            table.begin(1, [a], hasPresence: false, since: Timetoken(rawValue: 300), at: before)
            #expect(table.confirm([1], at: position(cursor: 200, joined: 200)) == [.init(id: 1, past: [])])
            #expect(table.receivers(of: a, isPresence: false, at: Timetoken(rawValue: 201)) == (hasJoined ? [1] : []))
            #expect(table.receivers(of: a, isPresence: false, at: Timetoken(rawValue: 301)) == [1])
        }
    }
}
