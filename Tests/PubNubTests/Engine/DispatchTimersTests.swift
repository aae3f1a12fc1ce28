import PubNubSupport
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

/// Timers use a clock that counts sleep and cannot be set (Documentation/WireProtocol.md, "Suspension and identifier").
@Suite(.timeLimit(.minutes(5))) struct DispatchTimersTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        private let instant = Locked(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func sleep(_ duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }
    }

    /// After a sleep of hours, timers of Dispatch would fire hours too late.
    @Test func timersThatFellDueDuringSleepFireAtWakeUp() async {
        let clock = Clock()
        let timers = DispatchTimers(now: { clock.now })
        let fired = Locked<[TimerName]>([])
        let latch = Latch(2)
        let delays: [(TimerName, Int)] = [(.probe, 7200), (.join, 3600), (.heartbeat, 36_000)]
        for (timer, delay) in delays {
            timers.start(timer, after: .seconds(delay)) { timer in
                fired.withLock { $0.append(timer) }
                latch.arrive()
            }
        }
        clock.sleep(.seconds(8000))
        timers.rearm()
        await latch.opened()
        #expect(fired.withLock { $0 } == [.join, .probe], "in the order of their times, and no others")
        timers.cancelAll()
    }

    @Test func withoutTimersThereIsNothingToSetAnew() {
        let timers = DispatchTimers()
        timers.rearm()
        timers.start(.probe, after: .seconds(3600)) { _ in Issue.record("fired") }
        timers.cancelAll()
        timers.rearm()
    }
}
