import PubNub
import PubNubSupport

/// Runs actions one after the other, in the order in which they are added.
final class ActionQueue: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Adds an action.
    ///
    /// - Parameter action: The action, which starts after all earlier actions ended.
    func add(_ action: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            last = Task { [before = last] in
                await before?.value
                await action()
            }
        }
    }

    /// Runs an action after all earlier actions ended.
    ///
    /// - Parameter action: The action. It does not start if the task is cancelled before.
    /// - Returns: The result of the action.
    /// - Throws: The error of the action, or `CancellationError`.
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
