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
        case serverError
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
    package var response: ServiceResponse?
    /// How long the service asks to wait before the next request (HTTP 429 and 503); `nil` when it does not say.
    package var retryAfter: Duration?
    /// Whether the status was 408: the same request may succeed.
    package var isRequestTimeout = false
    /// Whether the status was 429: the service's own words may stand for another code.
    package var isTooManyRequests = false
    /// Set when the request did not get past the proxy.
    package var proxy: ProxyError?
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
        case .interrupted, .malformed, .serverError, .timedOut: true
        // An answer that cannot be read does not say no.
        case .refused: code == ErrorCode.responseNotText
        // Given up by the client, unless the request could not even be made.
        case .local: code != ErrorCode.connectionSetUpFailed && code != ErrorCode.cipherUnavailable
        case .unreachable, .insecure, .forbidden: false
        }
    }
}

extension Failure {
    package static let probeTimedOut = Failure.noNetwork(code: ErrorCode.connectionFailedWithoutNetwork)

    /// A request that found no network.
    package static func noNetwork(code: Int) -> Failure {
        var failure = Failure(.unreachable, code: code)
        failure.showsNoNetwork = true
        return failure
    }

    /// The failure as `connectionDidFailWithError` reports it: 102 for errors of the network
    /// (Documentation/WireProtocol.md, "Losing the network").
    package var whileConnecting: Failure {
        reported(networkCode: ErrorCode.connectionFailedWithoutNetwork)
    }

    /// The failure as `didDisconnectFromOrigin:withError:` reports it: 103 where the network is to blame.
    package var whileConnected: Failure {
        reported(networkCode: ErrorCode.connectionLostWithNetwork)
    }

    private func reported(networkCode: Int) -> Failure {
        var copy = self
        switch kind {
        case .unreachable, .interrupted, .timedOut: copy.code = networkCode
        case .insecure, .forbidden, .refused, .malformed, .serverError, .local: break
        }
        return copy
    }
}

/// What the service said when it refused a call that ends in a status: those of App Context, message actions and stored
/// messages.
package struct ServiceResponse: Error, Sendable, Equatable {
    /// The HTTP status, or the status that the answer itself claims.
    package let status: Int
    /// Its words, and below them what it found wrong, one thing a line.
    package var information: String

    package init(status: Int, information: String) {
        self.status = status
        self.information = information
    }
}

extension ServiceResponse {
    /// Whether what was called is off for the subscribe key.
    package var isNotEnabled: Bool { information.contains("not enabled") }
}

/// Why a request did not get past the proxy. The origin has not seen such a request.
package enum ProxyError: Sendable, Equatable {
    /// The proxy has no address, nobody listens there, or it did not answer in time.
    case unreachable

    /// The proxy wants credentials, or other ones (HTTP 407).
    case credentialsRefused

    /// The proxy opens no connection to the origin; the HTTP status with which it said so.
    case tunnelRefused(status: Int)

    /// What answers there is no HTTP proxy, or it hung up before the connection to the origin was open.
    case notUnderstood
}

extension ProxyError {
    /// Why it happened.
    package var reason: String {
        switch self {
        case .unreachable: "The proxy cannot be reached, or does not answer."
        case .credentialsRefused: "The proxy did not accept the user name and password, or wants some (407)."
        case .tunnelRefused(let status): "The proxy opens no connection to the origin (\(status))."
        case .notUnderstood: "What answers in the proxy's place is no HTTP proxy, or it hung up."
        }
    }

    /// What can be done about it.
    package var suggestion: String {
        switch self {
        case .unreachable, .notUnderstood: "Check host and port of the proxy in the configuration, and the network."
        case .credentialsRefused: "Check user name and password of the proxy in the configuration."
        case .tunnelRefused:
            "Check the name and port of the origin, and ask who runs the proxy whether it may be reached."
        }
    }
}
