/// Why a request did not give what it was sent for, reduced to what the machines decide on.
///
/// The engine makes one from a transport failure or from a reply of the service, and turns it into a `PNError` when it
/// is reported.
package struct Failure: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// The origin cannot be reached at all: refused, unresolved, no route, connecting timed out.
        case unreachable
        /// The connection broke, or went silent, in the middle; the next try may well succeed.
        case interrupted
        /// TLS could not be established.
        case insecure
        /// The access manager said no (HTTP 403).
        case forbidden
        /// Any other 4xx: the same request would be refused again.
        case refused
        /// The body was not what the operation needs.
        case malformed
        /// HTTP 5xx.
        case serverTrouble
        /// Nothing came within the time that the configuration allows.
        case timedOut
        /// Found wrong before anything was sent, or given up by the client itself.
        case local
    }

    package var kind: Kind
    /// The public error code (README "Error handling").
    package var code: Int
    /// The service's own text, where the code alone does not say it.
    package var text: String?
    /// Channels and groups that the service named as the reason.
    package var channels: [String] = []
    package var groups: [String] = []
    /// What the service said, where a status tells it to the application.
    package var answer: ServiceAnswer?
    /// How long the service asks to wait before the next request (HTTP 429 and 503); `nil` when it does not say.
    package var retryAfter: Duration?
    /// Whether the status was 408: the same request may succeed.
    package var isRequestTimeout = false
    /// Whether the status was 429: the service's own words may stand for another code.
    package var isTooManyRequests = false
    /// Set when the request did not get past the proxy.
    package var proxy: ProxyTrouble?
    /// Whether the request found no network: the name did not resolve, no route led there, or nothing came back at all.
    /// A refused connection shows that there is a network.
    package var showsNoNetwork = false
    /// True when the service may have acted on the request although no answer came.
    package var isOutcomeUnknown = false

    package init(_ kind: Kind, code: Int, text: String? = nil, channels: [String] = [], groups: [String] = []) {
        self.kind = kind
        self.code = code
        self.text = text
        self.channels = channels
        self.groups = groups
    }

    /// Whether the service may have acted on a request that left the client and ended like this.
    package var leavesOutcomeOpen: Bool {
        switch kind {
        case .interrupted, .malformed, .serverTrouble, .timedOut: true
        // An answer that cannot be read does not say no.
        case .refused: code == ErrorCode.responseNotText
        // Given up by the client, unless the request could not even be made.
        case .local: code != ErrorCode.connectionSetUpFailed && code != ErrorCode.cipherUnavailable
        case .unreachable, .insecure, .forbidden: false
        }
    }
}
