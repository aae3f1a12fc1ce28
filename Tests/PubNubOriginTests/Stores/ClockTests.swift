import TestRandom
import Testing

@testable import PubNubOrigin

/// Documentation/WireProtocol.md, "Requests".
@Suite("Timetokens: 100 ns since 1970, strictly increasing")
struct TimetokenClockTests {
    @Test func followsTheDate() {
        var clock = TimetokenClock()
        #expect(clock.next(date: 100) == 100)
        #expect(clock.next(date: 250) == 250)
        #expect(clock.now(date: 300) == 300)
    }

    @Test func isStrictlyIncreasingWhenTheDateStandsStill() {
        var clock = TimetokenClock()
        #expect([clock.next(date: 100), clock.next(date: 100), clock.next(date: 100)] == [100, 101, 102])
    }

    @Test func doesNotFollowTheDateBack() {
        var clock = TimetokenClock(latest: 500)
        #expect(clock.next(date: 100) == 501)
        #expect(clock.now(date: 100) == 501)
        #expect(clock.next(date: 502) == 502)
    }

    @Test("A message after a time has a greater timetoken than that time")
    func momentsAreBelowLaterMessages() {
        var clock = TimetokenClock()
        let moment = clock.now(date: 100)
        #expect(clock.next(date: 100) > moment)
    }
}

@Suite("Dates of HTTP headers")
struct HTTPDateTests {
    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
        (1_418_655_083, "Mon, 15 Dec 2014 14:51:23 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func text(seconds: UInt64, expected: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == expected)
    }
}

@Suite("Deadlines in order")
struct DeadlineQueueTests {
    @Test func emptyHasNone() {
        var queue = DeadlineQueue<Int>()
        #expect(queue.earliest == nil)
        #expect(queue.expired(at: .seconds(1000)) == [])
    }

    @Test func returnsDueDeadlinesEarliestFirst() {
        var queue = DeadlineQueue<Int>()
        queue.set(1, at: .seconds(30))
        queue.set(2, at: .seconds(10))
        queue.set(3, at: .seconds(20))
        #expect(queue.earliest == .seconds(10))
        #expect(queue.expired(at: .seconds(20)) == [2, 3])
        #expect(queue.earliest == .seconds(30))
        #expect(queue.count == 1)
    }

    @Test func aDeadlineMovedBackIsNotDueAtTheOldTime() {
        var queue = DeadlineQueue<Int>()
        queue.set(1, at: .seconds(10))
        queue.set(1, at: .seconds(50))
        #expect(queue.expired(at: .seconds(49)) == [])
        #expect(queue.expired(at: .seconds(50)) == [1])
    }

    @Test func aDeadlineMovedForwardIsDueOnce() {
        var queue = DeadlineQueue<Int>()
        queue.set(1, at: .seconds(50))
        queue.set(1, at: .seconds(10))
        #expect(queue.earliest == .seconds(10))
        #expect(queue.expired(at: .seconds(10)) == [1])
        #expect(queue.expired(at: .seconds(100)) == [])
    }

    @Test func aRemovedDeadlineIsNeverDue() {
        var queue = DeadlineQueue<Int>()
        queue.set(1, at: .seconds(10))
        queue.remove(1)
        #expect(queue.earliest == nil)
        #expect(queue.expired(at: .seconds(10)) == [])
    }

    @Test("Agrees with a plain dictionary over random inputs", arguments: 1...20)
    func agreesWithAModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model: [Int: Int] = [:]
        var now = 0
        for _ in 0..<2000 {
            let id = Int.random(in: 0..<50, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let deadline = now + Int.random(in: 1..<100, using: &random)
                queue.set(id, at: .seconds(deadline))
                model[id] = deadline
            case 6..<8:
                queue.remove(id)
                model[id] = nil
            default:
                now += Int.random(in: 0..<20, using: &random)
                let due = model.filter { $0.value <= now }
                #expect(Set(queue.expired(at: .seconds(now))) == Set(due.keys))
                for id in due.keys { model[id] = nil }
            }
            #expect(queue.count == model.count)
            // Never later than the true deadline: an alarm may be early, but not late.
            if let first = model.values.min() { #expect((queue.earliest ?? .seconds(Int.max / 2)) <= .seconds(first)) }
        }
    }
}
