import PubNub
import PubNubLocks

/// Runs timers by name.
protocol ChatTimers<Name>: Sendable {
    associatedtype Name: Hashable & Sendable

    /// Calls `fire` once, unless the timer is started again or cancelled before.
    func start(_ name: Name, seconds: Int, fire: @escaping @Sendable () -> Void)
    func cancel(_ name: Name)
    func cancelAll()
}

/// Timers of the system's clock.
final class TaskTimers<Name: Hashable & Sendable>: ChatTimers {
    private let tasks = Locked([Name: Task<Void, Never>]())

    init() {}

    deinit { cancelAll() }

    func start(_ name: Name, seconds: Int, fire: @escaping @Sendable () -> Void) {
        let task = Task {
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            fire()
        }
        tasks.withLock { $0.updateValue(task, forKey: name) }?.cancel()
    }

    func cancel(_ name: Name) {
        tasks.withLock { $0.removeValue(forKey: name) }?.cancel()
    }

    func cancelAll() {
        let all = tasks.withLock { tasks in
            defer { tasks = [:] }
            return tasks
        }
        for task in all.values { task.cancel() }
    }
}
