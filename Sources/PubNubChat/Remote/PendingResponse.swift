import PubNub
import PubNubLocks

/// One task that waits for one answer; it goes on with whatever comes first, the answer or its cancellation.
final class PendingResponse<Value: Sendable>: Sendable {
    private enum State {
        // Can become: waiting, ended.
        case idle
        // Can become: ended.
        case waiting(CheckedContinuation<Value, any Error>)
        case ended
    }

    private let state = Locked(State.idle)

    /// Lets the task wait.
    ///
    /// - Parameter continuation: The task.
    /// - Returns: Whether to ask for the answer; false when the task was cancelled before, and has gone on already.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isCancelled = state.withLock { state in
            guard case .idle = state else { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        return !isCancelled
    }

    /// Lets the task go on, unless it has.
    ///
    /// - Parameter result: The answer, or why there is none.
    func end(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }
}
