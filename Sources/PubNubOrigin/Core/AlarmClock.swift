import PubNubSupport

/// Calls closures at times of a clock.
///
/// All alarms share one task, so that each of many thousand connections needs none of its own.
final class AlarmClock: Sendable {
    private struct State {
        var deadlines = DeadlineQueue<UInt64>()
        var bodies: [UInt64: @Sendable () -> Void] = [:]
        var lastNumber: UInt64 = 0
        var wakeup: Wakeup?
    }

    /// The task that sleeps until the earliest deadline.
    private struct Wakeup {
        let due: Duration
        let task: Task<Void, Never>
    }

    let clock: any OriginClock
    private let state = Locked(State())

    /// - Parameter clock: The clock of the deadlines.
    init(_ clock: any OriginClock) {
        self.clock = clock
    }

    /// When the alarms are due, earliest first.
    var deadlines: [Duration] {
        state.withLock { state in
            state.bodies.keys.compactMap { state.deadlines.deadline(of: $0) }.sorted()
        }
    }

    deinit {
        state.withLock { $0.wakeup?.task.cancel() }
    }

    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - deadline: The time of the clock.
    ///   - body: Called once, on any thread, unless the alarm is cancelled before.
    /// - Returns: The alarm.
    func set(at deadline: Duration, _ body: @escaping @Sendable () -> Void) -> Alarm {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.deadlines.set(state.lastNumber, at: deadline)
            state.bodies[state.lastNumber] = body
            sleep(&state)
            return state.lastNumber
        }
        return Alarm(clock: self, number: number)
    }

    fileprivate func cancel(_ number: UInt64) {
        state.withLock { state in
            // The task is not ended: one that wakes up for nothing costs less than a new one for each alarm.
            state.deadlines.remove(number)
            state.bodies[number] = nil
        }
    }

    /// Sees to it that the task wakes up for the earliest deadline.
    private func sleep(_ state: inout State) {
        guard let due = state.deadlines.earliest else { return }
        if let wakeup = state.wakeup, wakeup.due <= due { return }
        state.wakeup?.task.cancel()
        let clock = clock
        let task = Task { [weak self] in
            do {
                try await clock.sleep(until: due)
            } catch {
                return
            }
            self?.wakeUp()
        }
        state.wakeup = Wakeup(due: due, task: task)
    }

    private func wakeUp() {
        let now = clock.uptime
        let bodies = state.withLock { state -> [@Sendable () -> Void] in
            state.wakeup = nil
            let due = state.deadlines.expired(at: now).compactMap { state.bodies.removeValue(forKey: $0) }
            sleep(&state)
            return due
        }
        for body in bodies { body() }
    }
}

/// A closure that is to be called at a time.
struct Alarm: Sendable {
    fileprivate let clock: AlarmClock
    fileprivate let number: UInt64

    /// Makes the closure not be called any more. Does nothing if it has been called.
    func cancel() { clock.cancel(number) }
}
