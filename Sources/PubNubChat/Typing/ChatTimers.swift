import PubNub
import PubNubSupport

/// Runs timers by name.
protocol ChatTimers<Name>: Sendable {
    associatedtype Name: Hashable & Sendable

    /// Calls `fire` once after the given seconds, unless the timer is started again or cancelled before.
    func start(_ name: Name, seconds: Int, fire: @escaping @Sendable () -> Void)
    func cancel(_ name: Name)
    /// Cancels all timers. Timers that are started later never fire.
    func end()
}

/// Timers of the system's clock. The process does not wake while no timer runs.
final class TaskTimers<Name: Hashable & Sendable>: ChatTimers {
    private struct State {
        var tasks: [Name: (id: Int, task: Task<Void, Never>)] = [:]
        var last = 0
        var isEnded = false
    }

    private let state = Locked(State())

    init() {}

    deinit { end() }

    /// The number of running timers.
    var running: Int { state.withLock { $0.tasks.count } }

    func start(_ name: Name, seconds: Int, fire: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isEnded else { return }
            state.last += 1
            let id = state.last
            let task = Task { [weak self] in
                guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                if self?.take(name, id) == true { fire() }
            }
            state.tasks.updateValue((id, task), forKey: name)?.task.cancel()
        }
    }

    func cancel(_ name: Name) {
        state.withLock { $0.tasks.removeValue(forKey: name) }?.task.cancel()
    }

    func end() {
        let all = state.withLock { state in
            state.isEnded = true
            defer { state.tasks = [:] }
            return state.tasks
        }
        for (_, task) in all.values { task.cancel() }
    }

    /// Removes a timer that fired; false if it was started again or cancelled.
    private func take(_ name: Name, _ id: Int) -> Bool {
        state.withLock { state in
            guard state.tasks[name]?.id == id else { return false }
            state.tasks[name] = nil
            return true
        }
    }
}
