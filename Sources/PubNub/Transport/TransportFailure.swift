package import PubNubMachines

/// Why a request ended without a response.
///
/// A response with a failing HTTP status is a response, not a failure. No case contains any part of a URL, a header or
/// a body, because those can contain keys.
package enum TransportFailure: Error, Sendable, Equatable {
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

    /// The request could not be started.
    case setup(String)
}
