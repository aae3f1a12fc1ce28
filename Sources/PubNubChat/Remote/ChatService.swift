import Logging
import PubNub

/// The calls of a client that chat data needs, as async functions.
///
/// They throw `PNError`, or `CancellationError` as soon as the task is cancelled. The service may then have processed
/// the call.
struct ChatService: Sendable {
    let pubnub: PubNub
    /// Identifies, in the log, the request that the calls belong to; nil logs nothing.
    var requestId: String?

    /// Makes a call and waits for its result.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call, which completes the given response.
    /// - Returns: The value of the call.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
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
            // The caller receives the error, so a line at a higher level would report it twice.
            ChatLog.logger.debug("request \(requestId): \(name) failed: \(error)")
            throw error
        }
    }

    private func wait<Value: Sendable>(
        _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
    ) async throws -> Value {
        try await pubnub.outcome { (outcome: CallOutcome<Value>) in start { outcome.end($0) } }
    }

    /// Makes a call that fetches data.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call with a closure for its result.
    /// - Returns: Its result.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func fetch<Found: PNResult>(
        _ name: String = #function,
        _ start: (@escaping @Sendable (Found?, (any PNErrorStatus)?) -> Void) -> Void
    ) async throws -> Found {
        try await answer(name) { finish in
            start { found, status in finish(found.map { .success($0) } ?? .failure(Self.error(of: status))) }
        }
    }

    /// Makes a call that changes data.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - start: Makes the call with a closure for its status.
    /// - Returns: Its status.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
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
    ///   - start: Makes the call with a closure for its status.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
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
