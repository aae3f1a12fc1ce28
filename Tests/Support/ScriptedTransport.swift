import Foundation
package import PubNub
import PubNubCore
import PubNubSupport
package import PubNubMachines

/// A transport that a test controls: requests wait here until the test responds to them.
///
/// Everything happens on the caller's thread, so that the client is idle again when a call or a response returns.
package final class ScriptedTransport: Transport {
    /// Responds to a request when it is made; nil leaves it waiting for the test.
    package typealias Responder = @Sendable (TransportRequest) -> Result<TransportResponse, TransportFailure>?

    private struct Waiting {
        var request: TransportRequest
        var completion: TransportCompletion
    }

    private struct State {
        var waiting: [Waiting] = []
        var requests: [TransportRequest] = []
        var responder: Responder?
    }

    private let state = Locked(State())

    package init(responder: Responder? = nil) {
        state.withLock { $0.responder = responder }
    }

    /// Every request that was made, in order.
    package var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// The requests without a response that are not cancelled, in order.
    package var waiting: [TransportRequest] { state.withLock { $0.waiting.map(\.request) } }

    /// From now on responds to requests when they are made; nil lets them wait.
    package func respond(_ responder: Responder?) {
        state.withLock { $0.responder = responder }
    }

    package func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        let responder = state.withLock { state in
            state.requests.append(request)
            return state.responder
        }
        if let answer = responder?(request) {
            completion(answer)
        } else {
            state.withLock { $0.waiting.append(Waiting(request: request, completion: completion)) }
        }
    }

    package func cancel(_ id: RequestID) {
        finish(with: .failure(.cancelled)) { $0.id == id }
    }

    /// Responds to the oldest waiting request whose path begins with `path`. `retryAfter` is the time that the response asks
    /// the client to wait; `nil`, the default, omits it.
    ///
    /// - Returns: The request; nil if none was waiting.
    @discardableResult
    package func reply(
        _ path: String,
        status: Int = 200,
        retryAfter: Duration? = nil,
        _ body: String
    ) -> TransportRequest? {
        reply(path, status: status, retryAfter: retryAfter, bytes: Array(body.utf8))
    }

    /// Responds to the oldest waiting request whose path begins with `path` with any bytes, text or not.
    ///
    /// - Returns: The request; nil if none was waiting.
    @discardableResult
    package func reply(
        _ path: String,
        status: Int = 200,
        retryAfter: Duration? = nil,
        bytes: [UInt8]
    ) -> TransportRequest? {
        let response = TransportResponse(
            status: status,
            contentType: "text/javascript",
            body: bytes,
            retryAfter: retryAfter
        )
        return finish(with: .success(response)) { $0.path.hasPrefix(path) }
    }

    /// Lets the oldest waiting request whose path begins with `path` fail.
    ///
    /// - Returns: The request; nil if none was waiting.
    @discardableResult
    package func fail(_ path: String, _ failure: TransportFailure) -> TransportRequest? {
        finish(with: .failure(failure)) { $0.path.hasPrefix(path) }
    }

    @discardableResult
    private func finish(
        with answer: Result<TransportResponse, TransportFailure>,
        where matches: (TransportRequest) -> Bool
    ) -> TransportRequest? {
        let waiting = state.withLock { state -> Waiting? in
            guard let index = state.waiting.firstIndex(where: { matches($0.request) }) else { return nil }
            return state.waiting.remove(at: index)
        }
        waiting?.completion(answer)
        return waiting?.request
    }
}

extension TransportRequest {
    /// The URL without scheme and host.
    package var path: String {
        guard let scheme = url.range(of: "://"), let slash = url[scheme.upperBound...].firstIndex(of: "/") else {
            return url
        }
        return String(url[slash...])
    }
}
