package import PubNub
package import PubNubMachines

/// Timers without a limit for connecting, which suits a slow machine. All other timers run as requested: the configuration
/// sets their limits.
package struct PatientTimers: Timers {
    private let base: any Timers

    /// - Parameter base: The underlying timers; by default those of any client.
    package init(_ base: any Timers = DispatchTimers()) {
        self.base = base
    }

    package func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void) {
        let delay = timer == .probe ? max(delay, PatientTransport.limit) : delay
        base.start(timer, after: delay, fire: fire)
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
