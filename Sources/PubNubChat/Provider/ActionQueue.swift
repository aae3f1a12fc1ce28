import PubNub
import PubNubLocks

/// Does actions one after the other, in the order in which they are added.
final class ActionQueue: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Adds an action.
    ///
    /// - Parameter action: What is done once all actions before it are over.
    func add(_ action: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            last = Task { [before = last] in
                await before?.value
                await action()
            }
        }
    }

    /// Does an action once all actions before it are over.
    ///
    /// - Parameter action: What is done; not begun when the task is cancelled before.
    /// - Returns: What came of it.
    /// - Throws: What the action throws, or `CancellationError`.
    func run<Value: Sendable>(_ action: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = last.withLock { last in
            let task = Task { [before = last] in
                await before?.value
                try Task.checkCancellation()
                return try await action()
            }
            last = Task { _ = await task.result }
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
