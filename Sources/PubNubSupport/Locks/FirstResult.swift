/// The first of several possible results for a task.
package final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        // Can become: waiting, ended.
        case idle
        // Can become: ended.
        case waiting(Handover<Value, Never>)
        case ended(Value)
        // The task continues.
        case over
    }

    private let state = Locked(State.idle)

    package init() {}

    /// The task waits.
    ///
    /// - Returns: Whether the task waits. If a result is there already, the task continues with it.
    package func begin(_ handover: Handover<Value, Never>) -> Bool {
        let early = state.withLock { state -> Value? in
            guard case .ended(let value) = state else {
                state = .waiting(handover)
                return nil
            }
            state = .over
            return value
        }
        if let early { handover.resume(returning: early) }
        return early == nil
    }

    /// Waits for the result. One task may do so, once.
    package func value() async -> Value {
        await withHandover(of: Value.self, throwing: Never.self) { _ = begin($0) }
    }

    /// Gives the task a result, unless it has one.
    package func end(_ value: Value) {
        let waiting = state.withLock { state -> Handover<Value, Never>? in
            switch state {
            case .idle:
                state = .ended(value)
                return nil
            case .waiting(let handover):
                state = .over
                return handover
            case .ended, .over: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}

extension FirstResult where Value == Void {
    /// Begins an operation, and returns when it ends or the task is cancelled.
    ///
    /// - Parameter operation: Begins it, also in a task that is cancelled already. It calls `ended` when it ends, from any thread.
    package static func endOrCancellation(
        of operation: (_ ended: @escaping @Sendable () -> Void) -> Void
    ) async {
        let wait = FirstResult()
        await withTaskCancellationHandler {
            await withHandover(of: Void.self, throwing: Never.self) { handover in
                _ = wait.begin(handover)
                operation { wait.end(()) }
            }
        } onCancel: {
            wait.end(())
        }
    }
}
