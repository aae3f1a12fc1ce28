package import PubNubWire

/// The reason why a call failed: the facts on which the machines decide, and those that the error of a face reports.
///
/// The engine makes one from a transport failure or from a reply of the service, and the checks of input make one before a
/// request exists. The 3.x interface turns it into a `PNError`.
package struct Failure: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// The origin cannot be reached at all: refused, unresolved, no route, connecting timed out.
        case unreachable
        /// The connection broke, or went silent, in the middle; the next try may well succeed.
        case interrupted
        /// TLS could not be established.
        case insecure
        /// The access manager refused the request (HTTP 403).
        case forbidden
        /// Any other 4xx: the service would refuse the same request again.
        case refused
        /// The body was not what the operation needs.
        case malformed
        /// HTTP 5xx.
        case serverError
        /// No response arrived within the time that the configuration allows.
        case timedOut
        /// The client could not make the request, or abandoned it.
        case local
        /// The client made no request, because the call is invalid or the outbox did not keep the message.
        case unsent
    }

    package var kind: Kind
    /// The public error code (3.7.8 README, "Error handling").
    package var code: Int
    /// The service's own message, or the rule that the call breaks, if the code does not say everything.
    package var text: String?
    /// The suggested remedy; `nil` for that of the code.
    package var suggestion: String?
    /// Why the input of a call is invalid; `nil` if the code and the text say it.
    package var cause: FailureCause?
    /// Channels and groups that the service named as the reason.
    package var channels: [String] = []
    package var groups: [String] = []
    /// The channels and groups of the call that failed, if it did not fail for all of them.
    package var targets: [SubscriptionTarget] = []
    /// The response of the service, if the application receives it in a status.
    package var response: ServiceResponse?
    /// How long the service asks to wait before the next request (HTTP 429 and 503); `nil` when it does not say.
    package var retryAfter: Duration?
    /// Whether the status was 408: the same request may succeed.
    package var isRequestTimeout = false
    /// Whether the status was 429: the service's message may mean another code.
    package var isTooManyRequests = false
    /// Whether the access manager refused the call because the token has expired or was revoked. With a new token the same
    /// call may succeed, also if its rights are the same.
    package var isTokenEnded = false
    /// Set when the request did not get past the proxy.
    package var proxy: ProxyError?
    /// Whether the request found no network: the name did not resolve, no route exists, or no packet came back. A
    /// refused connection proves that there is a network.
    package var showsNoNetwork = false
    /// Whether the request was sent, if it ended without a response; `nil` for a response and for decisions of the
    /// client, such as the end of a time limit.
    package var wasSent: Bool?
    /// Whether the service may have processed the request although no response arrived.
    package var isOutcomeUnknown = false

    package init(_ kind: Kind, code: Int, text: String? = nil, channels: [String] = [], groups: [String] = []) {
        self.kind = kind
        self.code = code
        self.text = text
        self.channels = channels
        self.groups = groups
    }

    /// A call without a request.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - text: The rule that the call breaks; `nil`, the default, if the code says it.
    ///   - suggestion: The suggested remedy; `nil`, the default, for that of the code.
    ///   - cause: Why the input is invalid; `nil`, the default, if code and text say it.
    package init(unsent code: Int, _ text: String? = nil, suggestion: String? = nil, cause: FailureCause? = nil) {
        self.init(.unsent, code: code, text: text)
        self.suggestion = suggestion
        self.cause = cause
    }

    /// A call whose input is invalid.
    ///
    /// - Parameters:
    ///   - information: The reason, with the name of the field.
    ///   - code: The error code; that of an unknown error by default.
    package init(input information: String, code: Int = ErrorCode.unknown) {
        self.init(unsent: code, information, cause: .input(information))
    }

    /// Whether the service may have processed a request that was sent and failed with this.
    package var leavesOutcomeOpen: Bool {
        if let wasSent { return wasSent }
        return switch kind {
        case .interrupted, .malformed, .serverError, .timedOut: true
        // An unreadable response is not a refusal.
        case .refused: code == ErrorCode.responseNotText
        // The client abandoned the request, unless it could not even create it.
        case .local: code != ErrorCode.connectionSetUpFailed && code != ErrorCode.cipherUnavailable
        case .unreachable, .insecure, .forbidden, .unsent: false
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

    /// The failure as `didDisconnectFromOrigin:withError:` reports it: 103 for errors of the network.
    package var whileConnected: Failure {
        reported(networkCode: ErrorCode.connectionLostWithNetwork)
    }

    private func reported(networkCode: Int) -> Failure {
        var copy = self
        switch kind {
        case .unreachable, .interrupted, .timedOut: copy.code = networkCode
        case .insecure, .forbidden, .refused, .malformed, .serverError, .local, .unsent: break
        }
        return copy
    }
}

/// Why the input of a call is invalid.
package enum FailureCause: Sendable, Equatable {
    /// A field of a request: the reason, with the name of the field.
    case input(String)
    /// Text that is not JSON.
    case json(JSONError)
}

/// The response of the service that refused a call with a status: calls of App Context, message actions and stored
/// messages.
package struct ServiceResponse: Error, Sendable, Equatable {
    /// The HTTP status, or the status in the response itself.
    package let status: Int
    /// The message of the service, and below it the details, one a line.
    package var information: String

    package init(status: Int, information: String) {
        self.status = status
        self.information = information
    }
}

extension ServiceResponse {
    /// Whether the feature is disabled for the subscribe key.
    package var isNotEnabled: Bool { information.contains("not enabled") }
}

/// Why an attempt to send a request did not get past the proxy.
package enum ProxyError: Sendable, Equatable {
    /// The proxy has no address, refuses connections, or did not respond in time.
    case unreachable

    /// The proxy requires credentials, or other ones (HTTP 407).
    case credentialsRefused

    /// The proxy opens no connection to the origin and responded with this HTTP status.
    case tunnelRefused(status: Int)

    /// The peer is not an HTTP proxy, or it closed the connection before the connection to the origin was open.
    case notUnderstood
}

extension ProxyError {
    /// The reason of the error.
    package var reason: String {
        switch self {
        case .unreachable: "The proxy cannot be reached, or does not respond."
        case .credentialsRefused: "The proxy rejected the user name and password, or requires them (407)."
        case .tunnelRefused(let status): "The proxy opens no connection to the origin (\(status))."
        case .notUnderstood: "The peer is not an HTTP proxy, or it closed the connection."
        }
    }

    /// The suggested remedy.
    package var suggestion: String {
        switch self {
        case .unreachable, .notUnderstood: "Check host and port of the proxy in the configuration, and the network."
        case .credentialsRefused: "Check user name and password of the proxy in the configuration."
        case .tunnelRefused:
            "Check the name and port of the origin, and ask the proxy's administrator whether it allows the origin."
        }
    }
}
