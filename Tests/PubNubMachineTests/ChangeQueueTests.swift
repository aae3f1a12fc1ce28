import Testing

@testable import PubNubMachines

/// The queue of changes of the subscription: in order, and bounded.
@Suite struct ChangeQueueTests {
    private static func change(_ id: UInt64, targets: Int = 1) -> SubscriptionChange {
        let entries = (0..<targets).map {
            SubscriptionChange.Entry(target: SubscriptionTarget(name: "\($0)", isGroup: false))
        }
        return SubscriptionChange(id: id, kind: .subscribe, entries: entries)
    }

    @Test("Takes changes in the order of the calls; a change that is put back comes first")
    func order() {
        var queue = ChangeQueue()
        for id in 1...5 { queue.append(Self.change(UInt64(id))) }
        #expect(queue.popFirst()?.id == 1)
        queue.putBack(Self.change(1))
        var other = ChangeQueue()
        for id in 1...5 { other.append(Self.change(UInt64(id))) }
        #expect(queue == other)
        #expect((1...4).map { _ in queue.popFirst()?.id } == [1, 2, 3, 4])
        #expect(queue.removeAll().map(\.id) == [5])
        #expect(queue.isEmpty && queue.popFirst() == nil)
        queue.putBack(Self.change(9))
        #expect(queue.popFirst()?.id == 9)
    }

    @Test("Holds 10,000 changes, or one after 99,999 channels, and accepts more after one is taken")
    func bounds() {
        var queue = ChangeQueue()
        for id: UInt64 in 0..<10_000 {
            #expect(queue.hasCapacity)
            queue.append(Self.change(id))
        }
        #expect(!queue.hasCapacity)
        _ = queue.popFirst()
        #expect(queue.hasCapacity)
        _ = queue.removeAll()
        queue.append(Self.change(1, targets: 99_999))
        #expect(queue.hasCapacity)
        queue.append(Self.change(2))
        #expect(!queue.hasCapacity)
        _ = queue.popFirst()
        #expect(queue.hasCapacity)
    }
}
