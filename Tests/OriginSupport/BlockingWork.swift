import Dispatch
import PubNubSupport

/// Runs blocking work on a thread of its own.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withHandover(of: Value.self, throwing: (any Error).self) { handover in
        DispatchQueue(label: "blocking work").async {
            handover.resume(with: Result(catching: work))
        }
    }
}
