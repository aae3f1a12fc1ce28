import Logging
import PubNub

/// The calls of a client that chat data needs, as functions to wait for.
///
/// They throw what the client says is wrong (`PNError`), or `CancellationError` as soon as the task is cancelled. What the call changes at the service may
/// happen all the same then.
struct ChatService: Sendable {
    let pubnub: PubNub
    /// Names the request that the calls are made for in the log; nil logs nothing.
    var requestId: String?

    /// Makes a call and waits for its end.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call, and lets it tell its end.
    /// - Returns: What it gave.
    /// - Throws: Why it failed.
    func answer<Value: Sendable>(
        _ name: String = #function,
        _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        guard let requestId else { return try await wait(start) }
        ChatLog.logger.debug("request \(requestId): \(name) starts")
        do {
            let value = try await wait(start)
            ChatLog.logger.debug("request \(requestId): \(name) succeeded")
            return value
        } catch {
            // The caller gets the error; a line that is shown by default would tell it twice.
            ChatLog.logger.debug("request \(requestId): \(name) failed: \(error)")
            throw error
        }
    }

    private func wait<Value: Sendable>(
        _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        // A client that is gone tells nobody.
        defer { withExtendedLifetime(pubnub) {} }
        let wait = PendingResponse<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if wait.begin(continuation) { start { wait.end($0) } }
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }

    /// Makes a call that asks for something.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call with what takes its end.
    /// - Returns: Its result.
    /// - Throws: Why it failed.
    func fetch<Found: PNResult>(
        _ name: String = #function,
        _ start: (@escaping @Sendable (Found?, (any PNErrorStatus)?) -> Void) -> Void
    ) async throws -> Found {
        try await answer(name) { finish in
            start { found, status in finish(found.map { .success($0) } ?? .failure(Self.error(of: status))) }
        }
    }

    /// Makes a call that changes something.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call with what takes its end.
    /// - Returns: How it ended.
    /// - Throws: Why it failed.
    @discardableResult
    func change<Status: PNErrorStatus>(
        _ name: String = #function,
        _ start: (@escaping @Sendable (Status) -> Void) -> Void
    ) async throws -> Status {
        try await answer(name) { finish in
            start { status in finish(status.isError ? .failure(Self.error(of: status)) : .success(status)) }
        }
    }

    /// Makes a call whose response has no content.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call with the closure that receives its status.
    /// - Throws: The reason of the failure.
    func acknowledge(
        _ name: String = #function,
        _ start: (@escaping @Sendable (any PNAcknowledgmentStatus) -> Void) -> Void
    ) async throws {
        try await answer(name) { finish in
            start { status in finish(status.isError ? .failure(Self.error(of: status)) : .success(())) }
        }
    }

    private static func error(of status: (any PNErrorStatus)?) -> PNError {
        status?.underlyingError ?? PNError(code: kPNUnknownError)
    }
}
