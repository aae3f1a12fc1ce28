import PubNub
import PubNubCore
import PubNubSupport
package import PubNubMachines

/// Timers that a test fires.
package final class ManualTimers: Timers {
    private struct Entry {
        var deadline: Duration
        var fire: @Sendable (TimerName) -> Void
    }

    private struct State {
        var now: Duration = .zero
        var entries: [TimerName: Entry] = [:]
        var rearmed = 0
    }

    private let state = Locked(State())
    private let skipsPauses: Bool

    /// - Parameter skipsPauses: Whether the pauses before a call is repeated end immediately; false by default.
    package init(skipsPauses: Bool = false) {
        self.skipsPauses = skipsPauses
    }

    /// The running timers, each with its remaining time.
    package var running: [TimerName: Duration] {
        state.withLock { state in state.entries.mapValues { $0.deadline - state.now } }
    }

    /// How often the client reported that the machine had slept.
    package var rearmed: Int { state.withLock { $0.rearmed } }

    package func start(_ timer: TimerName, after delay: Duration, fire: @escaping @Sendable (TimerName) -> Void) {
        if skipsPauses, case .pause = timer { return fire(timer) }
        state.withLock { $0.entries[timer] = Entry(deadline: $0.now + delay, fire: fire) }
    }

    package func cancel(_ timer: TimerName) {
        state.withLock { _ = $0.entries.removeValue(forKey: timer) }
    }

    package func cancelAll() {
        state.withLock { $0.entries = [:] }
    }

    package func rearm() {
        state.withLock { $0.rearmed += 1 }
    }

    /// Fires a timer immediately.
    ///
    /// - Returns: Whether it was running.
    @discardableResult
    package func fire(_ timer: TimerName) -> Bool {
        let entry = state.withLock { $0.entries.removeValue(forKey: timer) }
        entry?.fire(timer)
        return entry != nil
    }

    /// Advances the time: fires due timers in order, including those that are started in the meantime.
    package func advance(by duration: Duration) {
        let end = state.withLock { $0.now + duration }
        while let (timer, entry) = due(until: end) {
            entry.fire(timer)
        }
        state.withLock { $0.now = end }
    }

    private func due(until end: Duration) -> (TimerName, Entry)? {
        state.withLock { state in
            guard let next = state.entries.min(by: { $0.value.deadline < $1.value.deadline }),
                next.value.deadline <= end
            else { return nil }
            state.entries[next.key] = nil
            state.now = max(state.now, next.value.deadline)
            return (next.key, next.value)
        }
    }
}
