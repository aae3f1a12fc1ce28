import Testing

@testable import PubNub

@Suite("Design decision 6: the service lane is bounded for each host")
struct ServiceLaneGateTests {
    private var gate = ServiceLaneGate<Int>(limit: 2)

    private mutating func enter(_ number: Int, _ host: String = "a") -> Bool {
        gate.enter(RequestID(rawValue: UInt64(number)), host: host, waiter: number)
    }

    @Test("First come, first served")
    mutating func order() {
        #expect((1...5).map { enter($0) } == [true, true, false, false, false])
        #expect((1...6).map { _ in gate.leave(host: "a") } == [3, 4, 5, nil, nil, nil])
        #expect((1...3).map { enter($0) } == [true, true, false])
    }

    @Test("Hosts do not wait for each other")
    mutating func hosts() {
        #expect((1...3).map { enter($0) } == [true, true, false])
        #expect(enter(4, "b"))
        #expect(gate.leave(host: "b") == nil)
        #expect(gate.leave(host: "a") == 3)
    }

    @Test("Only what waits can be taken out")
    mutating func removal() {
        #expect((1...4).map { enter($0) } == [true, true, false, false])
        #expect(gate.remove(RequestID(rawValue: 1)) == nil)
        #expect(gate.remove(RequestID(rawValue: 3)) == 3)
        #expect(gate.remove(RequestID(rawValue: 3)) == nil)
        #expect(gate.leave(host: "a") == 4)
        #expect(gate.leave(host: "a") == nil)
    }

    @Test("Everything that waits can be taken out")
    mutating func removeAll() {
        #expect((1...4).map { enter($0) } == [true, true, false, false])
        #expect(gate.removeAll() == [3, 4])
        #expect(gate.leave(host: "a") == nil)
    }

    @Test("There is always room for one")
    mutating func smallest() {
        gate = ServiceLaneGate(limit: 0)
        #expect(enter(1))
        #expect(!enter(2))
    }
}
