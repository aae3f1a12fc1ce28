import PubNubSupport
package import PubNubMachines

/// Calls for tasks: each suspends until its result arrives, and ends immediately when its task is cancelled.
extension ClientEngine {
    /// Sends a call and waits for its result.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - order: Calls with the same value form a line; `nil`, the default, waits for no other call.
    ///   - traffic: The behaviour of the call in its line.
    /// - Returns: The result.
    /// - Throws: The error of the call, with the code ``ErrorCode/abandoned`` if the task is cancelled.
    package func value<Value: Sendable>(
        of call: Call<Value>,
        order: String? = nil,
        as traffic: Traffic = .call
    ) async throws(Failure) -> Value {
        let task = AbandonableCall()
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            await withHandover(of: Result<Value, Failure>.self, throwing: Never.self) { handover in
                guard task.mayBegin else {
                    return handover.resume(returning: .failure(Failure(.local, code: ErrorCode.abandoned)))
                }
                let id = submit(call, order: order, as: traffic) { handover.resume(returning: $0) }
                if let id, task.began(id) { abandon(id) }
            }
        } onCancel: {
            if let id = task.cancel() { abandon(id) }
        }
        return try result.get()
    }

    /// Makes a call that consists of several requests. A drain waits for its end as for a transfer, so that it does not end
    /// between two of them.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller, on which the body runs.
    ///   - body: Makes the requests.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body.
    package func compositeCall<Value, Problem: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        change { $0.compositeCalls += 1 }
        defer { apply { $0.compositeCalls -= 1 } }
        return try await body()
    }

    /// Returns when no call is in progress and no message waits in the outbox, or when the task is cancelled.
    ///
    /// - Parameter includesTransfers: Whether it waits for the transfers of files, and for calls of several requests, as well;
    ///   `false` by default.
    func drained(includingTransfers includesTransfers: Bool = false) async {
        let number = Self.nextNumber()
        await withTaskCancellationHandler {
            await withHandover(of: Void.self, throwing: Never.self) { handover in
                let waiter = DrainWaiter(includesTransfers: includesTransfers) { handover.resume(returning: ()) }
                apply { $0.drainWaiters[number] = waiter }
                if Task.isCancelled { endDrain(number) }
            }
        } onCancel: {
            endDrain(number)
        }
    }

    /// Runs a step in a task of its own, and cancels that after a limit. Returns when the step has ended.
    ///
    /// - Parameters:
    ///   - limit: How long the step may take.
    ///   - endsWithCaller: Whether a cancellation of the caller's task cancels the step. Otherwise a shutdown continues.
    ///   - step: The step.
    func within(_ limit: Duration, endsWithCaller: Bool, _ step: @escaping @Sendable () async -> Void) async {
        let task = Task { await step() }
        timers.start(.shutdown, after: limit) { _ in task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            if endsWithCaller { task.cancel() }
        }
        timers.cancel(.shutdown)
    }

    private func endDrain(_ number: UInt64) {
        change { $0.drainWaiters.removeValue(forKey: number) }?.resume()
    }
}

/// A call that a task waits for and may abandon at any moment.
private final class AbandonableCall: Sendable {
    private enum State {
        // Can become: sent, cancelled.
        case idle
        // Can become: cancelled.
        case sent(RequestID)
        case cancelled
    }

    private let state = Locked(State.idle)

    /// Whether the task is not cancelled yet.
    var mayBegin: Bool {
        state.withLock { if case .cancelled = $0 { false } else { true } }
    }

    /// The call was submitted.
    ///
    /// - Returns: Whether the task was cancelled in the meantime.
    func began(_ id: RequestID) -> Bool {
        state.withLock { state in
            if case .cancelled = state { return true }
            state = .sent(id)
            return false
        }
    }

    /// The task is cancelled.
    ///
    /// - Returns: The call to abandon; `nil` if it was not submitted.
    func cancel() -> RequestID? {
        state.withLock { state in
            defer { state = .cancelled }
            if case .sent(let id) = state { return id }
            return nil
        }
    }
}
