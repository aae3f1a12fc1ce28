import Dispatch
import PubNubSupport
package import PubNubMachines

/// Runs the timers of one client's machines.
package protocol Timers: Sendable {
    /// Calls `fire` with the timer's name after `delay`, unless it is started again or cancelled before.
    func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void)
    func cancel(_ timer: TimerName)
    func cancelAll()
    /// The machine slept: timers that expired in the meantime fire now.
    func rearm()
}

/// The timers of one client on one dispatch source, which is armed only for the earliest of them.
///
/// They use the time since the start of the machine, which includes sleep: changes of the wall clock do not affect
/// them. Dispatch does not count sleep, so the source has to be armed again after it.
///
/// A timer that is started and cancelled before the armed moment costs a dictionary entry and no system call, as nearly
/// every request's timer does. The source then fires once without effect and is armed for the remaining timers.
package final class DispatchTimers: Timers {
    private struct Entry {
        var deadline: ContinuousClock.Instant
        var fire: @Sendable (TimerName) -> Void
    }

    private struct State {
        var entries: [TimerName: Entry] = [:]
        /// nil while the source is not armed.
        var armed: ContinuousClock.Instant?
        var source: (any DispatchSourceTimer)?
    }

    private static let queue = DispatchQueue(label: "com.pubnub.timers", qos: .userInitiated)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Locked(State())

    /// - Parameter now: The time by which they run.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock().now }) {
        self.now = now
    }

    deinit {
        state.withLock { $0.source?.cancel() }
    }

    package func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void) {
        let deadline = now().advanced(by: delay)
        state.withLock { state in
            state.entries[timer] = Entry(deadline: deadline, fire: fire)
            if state.armed.map({ deadline < $0 }) ?? true { arm(&state, for: deadline) }
        }
    }

    package func cancel(_ timer: TimerName) {
        state.withLock { _ = $0.entries.removeValue(forKey: timer) }
    }

    package func cancelAll() {
        state.withLock { state in
            state.entries = [:]
            state.source?.cancel()
            state.source = nil
            state.armed = nil
        }
    }

    package func rearm() {
        state.withLock { state in
            if let armed = state.armed { arm(&state, for: armed) }
        }
    }

    private func arm(_ state: inout sending State, for deadline: ContinuousClock.Instant) {
        state.armed = deadline
        let source = state.source ?? makeSource()
        state.source = source
        let delay = max(now().duration(to: deadline), .zero)
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(clamping: seconds) &* 1_000_000_000 &+ Int(attoseconds / 1_000_000_000)
        source.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
    }

    private func makeSource() -> any DispatchSourceTimer {
        let source = DispatchSource.makeTimerSource(queue: Self.queue)
        source.setEventHandler { [weak self] in self?.fireDue() }
        source.activate()
        return source
    }

    private func fireDue() {
        let due = state.withLock { state -> [(TimerName, @Sendable (TimerName) -> Void)] in
            let now = now()
            let due = state.entries.filter { $0.value.deadline <= now }.sorted { $0.value.deadline < $1.value.deadline }
            for (timer, _) in due { state.entries[timer] = nil }
            state.armed = nil
            if let next = state.entries.values.map(\.deadline).min() { arm(&state, for: next) }
            return due.map { ($0.key, $0.value.fire) }
        }
        for (timer, fire) in due { fire(timer) }
    }
}
