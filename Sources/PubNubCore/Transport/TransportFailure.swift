package import PubNubMachines

/// Why a request ended without a response, and whether it was sent.
///
/// A response with a failing HTTP status is a response, not a failure. No reason contains any part of a URL, a header or
/// a body, because those can contain keys.
package struct TransportFailure: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// ``Transport/cancel(_:)`` was called, or the transport was deallocated.
        case cancelled

        /// The host has no address.
        case nameNotResolved

        /// The connection was refused, or could not be made for another reason.
        case unreachable

        /// The network or a route to the host is missing.
        case noRoute

        /// The proxy did not pass the request to the origin.
        case proxy(ProxyError)

        /// No connection within the request's connect timeout, TLS handshake included.
        case connectTimedOut

        /// The peer reset the connection.
        case reset

        /// The connection ended before the response did, or the response was not HTTP.
        case closed

        /// A transfer of a file sent and received nothing for a minute.
        case stalled

        /// Any other failure while sending or receiving, with libcurl's general message.
        case socket(String)

        /// TLS could not be set up; the reason is for people.
        case tls(reason: String)

        /// The body, after decompression, is larger than the request allows.
        case tooLarge

        /// A header line, a trailer, or all of them together are larger than ``TransportLimits`` allows.
        case headTooLarge

        /// The body cannot be decompressed, or its encoding is unknown.
        case badEncoding

        /// The request could not be started. This says nothing about the network.
        case setup(String)
    }

    /// Why the last attempt failed.
    package let reason: Reason

    /// Whether the request or a part of it was sent, so that the peer may have processed it.
    ///
    /// The reason does not show that: if a reused connection ends, libcurl connects again, and that may fail for any
    /// reason.
    package let wasSent: Bool

    /// - Parameters:
    ///   - reason: Why the last attempt failed.
    ///   - wasSent: Whether the request or a part of it was sent. `nil`, the default, means what the reason implies
    ///     for a request with a single attempt.
    package init(_ reason: Reason, wasSent: Bool? = nil) {
        self.reason = reason
        self.wasSent = wasSent ?? reason.followsSending
    }
}

extension TransportFailure.Reason {
    /// Whether a request with a single attempt had been sent before this happened to it.
    fileprivate var followsSending: Bool {
        switch self {
        case .cancelled, .reset, .closed, .stalled, .socket, .tooLarge, .headTooLarge, .badEncoding: true
        case .nameNotResolved, .unreachable, .noRoute, .proxy, .connectTimedOut, .tls, .setup: false
        }
    }
}

/// The failures of requests with a single attempt.
extension TransportFailure {
    package static let cancelled = TransportFailure(.cancelled)
    package static let nameNotResolved = TransportFailure(.nameNotResolved)
    package static let unreachable = TransportFailure(.unreachable)
    package static let noRoute = TransportFailure(.noRoute)
    package static let connectTimedOut = TransportFailure(.connectTimedOut)
    package static let reset = TransportFailure(.reset)
    package static let closed = TransportFailure(.closed)
    package static let tooLarge = TransportFailure(.tooLarge)
    package static let headTooLarge = TransportFailure(.headTooLarge)
    package static let badEncoding = TransportFailure(.badEncoding)

    package static func proxy(_ error: ProxyError) -> TransportFailure { TransportFailure(.proxy(error)) }
    package static func socket(_ text: String) -> TransportFailure { TransportFailure(.socket(text)) }
    package static func tls(reason: String) -> TransportFailure { TransportFailure(.tls(reason: reason)) }
    package static func setup(_ text: String) -> TransportFailure { TransportFailure(.setup(text)) }
}

extension TransportFailure: CustomStringConvertible {
    package var description: String {
        guard wasSent != reason.followsSending else { return "\(reason)" }
        return "\(reason), \(wasSent ? "after" : "before") the request was sent"
    }
}
