import Dispatch
import PubNubSupport

/// Calls with closures for tasks, in this package's other modules.
extension PubNub {
    /// Makes a call and waits for its outcome. The client lives until then, because a released client calls no closures.
    ///
    /// - Parameters:
    ///   - limit: The seconds after which the wait ends with a timeout error; `nil`, the default, for no limit.
    ///   - isCancellable: Whether the wait ends with a `CancellationError` when the task is cancelled; `true` by default. The
    ///     service may then have processed the call.
    ///   - start: Makes the call, whose closure ends the wait.
    /// - Returns: The value of the outcome.
    /// - Throws: The error of the outcome.
    package func outcome<Value: Sendable>(
        within limit: Double? = nil,
        isCancellable: Bool = true,
        _ start: (CallOutcome<Value>) -> Void
    ) async throws -> Value {
        defer { withExtendedLifetime(self) {} }
        let outcome = CallOutcome<Value>()
        let result: Result<Value, any Error> = await withTaskCancellationHandler {
            await withHandover(of: Result<Value, any Error>.self, throwing: Never.self) { handover in
                guard outcome.first.begin(handover) else { return }
                if let limit {
                    configuration().callbackQueue.asyncAfter(deadline: .now() + limit) {
                        outcome.fail(PNError(code: kPNRequestExecutionFailedByTimeoutError))
                    }
                }
                start(outcome)
            }
        } onCancel: {
            if isCancellable { outcome.end(.failure(CancellationError())) }
        }
        return try result.get()
    }
}

/// The outcome of a call for the task that waits for it. Only the first one counts, because a closure may be called again after
/// a retry.
package struct CallOutcome<Value: Sendable>: Sendable {
    fileprivate let first = FirstResult<Result<Value, any Error>>()

    /// Ends the wait.
    package func end(_ result: Result<Value, any Error>) { first.end(result) }

    /// Ends the wait with the value or the error of a closure; with an unknown error if the closure has neither.
    package func end(_ value: Value?, _ error: PNError?) {
        guard error == nil, let value else { return fail(error) }
        end(.success(value))
    }

    /// Ends the wait with an error; `nil` for an unknown one.
    package func fail(_ error: PNError?) { end(.failure(error ?? PNError(code: kPNUnknownError))) }
}

extension CallOutcome<Void> {
    /// Ends the wait for a call that has no result: with its error, or with success without one.
    package func end(_ error: PNError?) { end(error == nil ? () : nil, error) }
}
