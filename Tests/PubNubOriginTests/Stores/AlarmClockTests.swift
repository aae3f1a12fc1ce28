import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("Alarms of connections")
struct AlarmClockTests {
    @Test("Alarms are called when their times have come, the earliest first, and a cancelled one never")
    func order() async {
        let clock = OriginManualClock()
        let alarms = AlarmClock(clock)
        let called = Locked<[String]>([])
        let cancelled = alarms.set(at: .seconds(1)) { called.withLock { $0.append("cancelled") } }
        cancelled.cancel()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            _ = alarms.set(at: .seconds(20)) {
                called.withLock { $0.append("late") }
                continuation.resume()
            }
            _ = alarms.set(at: .seconds(10)) { called.withLock { $0.append("early") } }
            clock.advance(by: .seconds(20))
        }
        #expect(called.withLock { $0 } == ["early", "late"])
    }

    @Test("An alarm that is set earlier than all others is called at its own time")
    func earlier() async {
        let clock = OriginManualClock()
        let alarms = AlarmClock(clock)
        let later = Locked(false)
        let last = alarms.set(at: .seconds(100)) { later.withLock { $0 = true } }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            _ = alarms.set(at: .seconds(5)) { continuation.resume() }
            clock.advance(by: .seconds(5))
        }
        #expect(!later.withLock { $0 })
        last.cancel()
    }
}
