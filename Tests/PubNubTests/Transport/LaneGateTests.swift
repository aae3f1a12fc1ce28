import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The service lane has a limit for each origin")
struct LaneGateTests {
    private var gate = LaneGate(limit: 2)

    private mutating func enter(_ number: UInt64, origin: Int = 0, isUrgent: Bool = false) -> Bool {
        var request = TransportRequest(id: RequestID(rawValue: number), url: "http://a/")
        request.isUrgent = isUrgent
        return gate.enter(TransportOrder(request) { _ in }, origin: origin)
    }

    private mutating func leave(origin: Int = 0) -> UInt64? {
        gate.leave(origin: origin)?.request.id.rawValue
    }

    private mutating func remove(_ number: UInt64) -> UInt64? {
        gate.remove(RequestID(rawValue: number))?.request.id.rawValue
    }

    @Test("Admits requests in order")
    mutating func order() {
        #expect((1...5).map { enter($0) } == [true, true, false, false, false])
        #expect((1...6).map { _ in leave() } == [3, 4, 5, nil, nil, nil])
        #expect((1...3).map { enter($0) } == [true, true, false])
    }

    @Test("Origins do not wait for each other")
    mutating func origins() {
        #expect((1...3).map { enter($0) } == [true, true, false])
        #expect(enter(4, origin: 2))
        #expect(leave(origin: 2) == nil)
        #expect(leave(origin: 1) == nil)
        #expect(leave(origin: 7) == nil)
        #expect(leave() == 3)
    }

    @Test("Only waiting requests can be removed")
    mutating func removal() {
        #expect((1...4).map { enter($0) } == [true, true, false, false])
        #expect(remove(1) == nil)
        #expect(remove(3) == 3)
        #expect(remove(3) == nil)
        #expect(leave() == 4)
        #expect(leave() == nil)
    }

    @Test("All waiting requests can be removed")
    mutating func removeAll() {
        #expect((1...4).map { enter($0) } == [true, true, false, false])
        #expect(gate.removeAll().map(\.request.id.rawValue) == [3, 4])
        #expect(leave() == nil)
    }

    @Test("Urgent requests do not wait, but count")
    mutating func urgent() {
        #expect((1...3).map { enter($0) } == [true, true, false])
        #expect(enter(4, isUrgent: true))
        #expect(leave() == nil, "two are still running")
        #expect((1...4).map { _ in leave() } == [3, nil, nil, nil])
    }

    @Test("100,000 requests, half of them cancelled while they wait, cost as much each as a few")
    mutating func many() {
        gate = LaneGate(limit: 1)
        #expect(enter(0))
        for number in 1...100_000 { _ = enter(UInt64(number)) }
        for number in stride(from: 99_999, to: 0, by: -2) { _ = remove(UInt64(number)) }
        var left: [UInt64] = []
        while let next = leave() { left.append(next) }
        #expect(left == stride(from: 2, through: 100_000, by: 2).map { UInt64($0) })
    }

    @Test("The limit is at least one")
    mutating func smallest() {
        gate = LaneGate(limit: 0)
        #expect(enter(1))
        #expect(!enter(2))
    }
}
