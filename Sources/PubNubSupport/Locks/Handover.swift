/// The way of one result from the callback that has it to the task that waits for it, opened by
/// ``withHandover(of:throwing:isolation:_:)``.
///
/// Exactly one of the methods must be called, once, from any thread.
public final class Handover<Value: Sendable, Failure: Error>: Sendable {
    private let result = Locked<Result<Value, Failure>?>(nil)
    private let continuation: CheckedContinuation<Void, Never>

    fileprivate init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    /// Lets the task continue with a result.
    ///
    /// - Parameter result: The value that the task receives, or the error that it throws.
    public func resume(with result: Result<Value, Failure>) {
        self.result.withLock { $0 = result }
        continuation.resume()
    }

    /// Lets the task continue with a value.
    ///
    /// - Parameter value: The value that the task receives.
    public func resume(returning value: Value) {
        resume(with: .success(value))
    }

    /// Lets the task continue with an error.
    ///
    /// - Parameter error: The error that the task throws.
    public func resume(throwing error: Failure) {
        resume(with: .failure(error))
    }

    /// The result, which is there once the task continues.
    fileprivate func take() -> Result<Value, Failure> {
        // Unreachable: only `resume(with:)` continues the task, and it stores the result first.
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("A task continued before its result was there.")
        }
        return result
    }
}

/// Suspends the task until a callback has a result.
///
/// Use this in place of a continuation for every result that has contents. A continuation that is resumed while its task
/// is about to suspend is handed over inside the concurrency runtime, where ThreadSanitizer does not see it and reports
/// races that do not exist. Here the result passes a ``Locked`` value.
///
/// - Parameters:
///   - value: The type of the value; inferred by default.
///   - failure: The type of the error; inferred by default.
///   - isolation: The actor of the caller.
///   - start: Starts the work, before the task suspends.
/// - Returns: The value with which the handover was resumed.
/// - Throws: The error with which the handover was resumed.
public func withHandover<Value: Sendable, Failure: Error>(
    of value: Value.Type = Value.self,
    throwing failure: Failure.Type = Failure.self,
    isolation: isolated (any Actor)? = #isolation,
    _ start: (Handover<Value, Failure>) -> Void
) async throws(Failure) -> Value {
    var opened: Handover<Value, Failure>?
    await withCheckedContinuation(isolation: isolation) { continuation in
        let handover = Handover<Value, Failure>(continuation)
        opened = handover
        start(handover)
    }
    // Unreachable: `withCheckedContinuation` runs its closure before it suspends.
    guard let opened else { preconditionFailure("A continuation did not run its closure.") }
    return try opened.take().get()
}
