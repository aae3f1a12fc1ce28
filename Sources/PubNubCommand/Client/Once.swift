import PubNubLocks

/// Resumes a continuation the first time only, as a callback of the library may come again after a retry.
final class Once<Value: Sendable>: Sendable {
    private let waiting: Locked<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        waiting = Locked(continuation)
    }

    func resume(_ result: Result<Value, any Error>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(with: result)
    }
}
