package import PubNub
package import PubNubMachines

/// Timers that let an origin take its time to show that it is there. All others run as they are asked to: their limits
/// are a configuration's to set.
package struct PatientTimers: Timers {
    private let base: any Timers

    /// - Parameter base: What does the work; by default the timers of any client.
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
