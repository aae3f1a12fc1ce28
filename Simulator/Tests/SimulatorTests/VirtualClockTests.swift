import Testing

@testable import PubNubSimulator

/// Simulated time: the same plan always gives the same order.
@Suite struct VirtualClockTests {
    @Test func returnsTheEarliestEventFirst() {
        var clock = VirtualClock<String>()
        clock.plan("late", after: .seconds(3))
        clock.plan("soon", after: .milliseconds(1))
        clock.plan("soon too", after: .milliseconds(1))
        clock.plan("now", after: 0)
        var order: [String] = []
        while let next = clock.next() { order.append("\(next) \(clock.now)") }
        #expect(order == ["now 0", "soon 1000", "soon too 1000", "late 3000000"])
        #expect(clock.isEmpty)
    }

    @Test func insertsEventsPlannedLater() {
        var clock = VirtualClock<Int>()
        for number in 0..<50 { clock.plan(number, after: number * 7 % 50) }
        var last = -1
        while let number = clock.next() {
            #expect(clock.now >= last)
            last = clock.now
            if number < 50 { clock.plan(number + 50, after: number) }
        }
    }
}
