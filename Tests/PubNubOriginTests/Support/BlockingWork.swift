import Dispatch

/// Runs blocking work on a thread that nothing else waits for.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking work").async {
            continuation.resume(with: Result(catching: work))
        }
    }
}
