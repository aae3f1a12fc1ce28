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

    /// Makes the call of a request and waits for its result.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: The name of the call in the log; the calling function by default.
    /// - Returns: The content of the response.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    @discardableResult
    func value<Request: CallRequest>(
        of request: Request,
        _ name: String = #function
    ) async throws -> Request.Reply {
        try await logged(name) { try await pubnub.value(of: request) }
    }

    /// Makes a call with a closure and waits for its result.
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
        try await logged(name) {
            try await pubnub.outcome { (outcome: CallOutcome<Value>) in start { outcome.end($0) } }
        }
    }

    /// Makes a call, with lines in the log about it.
    ///
    /// - Parameters:
    ///   - name: The name of the call in the log; the calling function by default.
    ///   - call: Makes the call.
    /// - Returns: The value of the call.
    /// - Throws: `PNError` or `CancellationError` if the call fails.
    func logged<Value>(_ name: String = #function, _ call: () async throws -> Value) async throws -> Value {
        if let requestId { ChatLog.logger.debug("request \(requestId): \(name) starts") }
        do {
            let value = try await call()
            if let requestId { ChatLog.logger.debug("request \(requestId): \(name) succeeded") }
            return value
        } catch {
            // The caller receives the error, so a line at a higher level would report it twice.
            if let requestId { ChatLog.logger.debug("request \(requestId): \(name) failed: \(error)") }
            if let error = error as? PNError, error.isAbandoned { throw CancellationError() }
            throw error
        }
    }
}

extension PNError {
    /// The error of a call that failed without one.
    static var unknown: PNError { PNError(code: kPNUnknownError) }
}
