package import PubNubMachines

/// Runs the timers that the machines of one client ask for.
package protocol Timers: Sendable {
    /// Calls `fire` with the timer's name after `delay`, unless it is started again or cancelled before.
    func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void)
    func cancel(_ timer: TimerName)
    func cancelAll()
    /// The machine slept: what fell due meanwhile fires now.
    func rearm()
}
