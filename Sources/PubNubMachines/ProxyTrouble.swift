/// Why a request did not get past the proxy. The origin has not seen such a request.
package enum ProxyTrouble: Sendable, Equatable {
    /// The proxy has no address, nobody listens there, or it did not answer in time.
    case unreachable

    /// The proxy wants credentials, or other ones (HTTP 407).
    case credentialsRefused

    /// The proxy opens no connection to the origin; the HTTP status with which it said so.
    case tunnelRefused(status: Int)

    /// What answers there is no HTTP proxy, or it hung up before the connection to the origin was open.
    case notUnderstood
}

extension ProxyTrouble {
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
