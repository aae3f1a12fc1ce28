package import PubNub
import PubNubCore
package import PubNubMachines

/// Timers for tests with a real origin: without a limit for connecting, which suits a slow machine, and with a short pause before
/// a request is sent again. The tests of the machines prove the usual pauses. All other timers run as requested: the configuration
/// sets their limits.
package struct PatientTimers: Timers {
    private static let maxPause: Duration = .milliseconds(50)

    private let base: any Timers

    /// - Parameter base: The underlying timers; by default those of any client.
    package init(_ base: any Timers = DispatchTimers()) {
        self.base = base
    }

    package func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void) {
        base.start(timer, after: adapted(delay, of: timer), fire: fire)
    }

    private func adapted(_ delay: Duration, of timer: TimerName) -> Duration {
        switch timer {
        case .probe: max(delay, PatientTransport.limit)
        case .pause, .poll, .outbox, .reconnect: min(delay, Self.maxPause)
        default: delay
        }
    }

    package func cancel(_ timer: TimerName) {
        base.cancel(timer)
    }

    package func cancelAll() {
        base.cancelAll()
    }

    package func rearm() {
        base.rearm()
    }
}
