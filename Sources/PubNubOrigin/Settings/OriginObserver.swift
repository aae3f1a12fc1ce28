import PubNubWire

/// Receives a record of each request, for example for an access log or a tracing system.
///
/// Set it with ``OriginConfiguration/observers``. Without observers the server makes no records.
public protocol OriginObserver: Sendable {
    /// A request ended.
    ///
    /// Called on a thread of the network, any number of calls at the same time. The call must not block.
    func requestEnded(_ record: OriginRequestRecord)
}

/// The facts about a request that an observer receives. It has no payload, publish key, authorization key, signature or state of a client.
public struct OriginRequestRecord: Sendable {
    /// The name of the route, for example `publish`; `none` if no route serves the request.
    public var route: String { matched?.rawValue ?? Self.unrouted }
    /// The path of the route with placeholders, for example `/time/{callback}`; nil if no route serves the request.
    public var routeTemplate: String? { matched?.row.template.text }
    /// The HTTP method; empty if the request was refused before it was complete.
    public let method: String
    /// The status of the response; nil if the connection ended without one.
    public let status: Int?
    /// Bytes of the body of the request.
    public let receivedBytes: Int
    /// Bytes of the body of the response as sent.
    public let sentBytes: Int
    /// When the request was complete, in units of 10⁻⁷ s since 1970 UTC.
    public let date: UInt64
    /// The time from then to the end of the response.
    public let duration: Duration
    /// The address of the client, without its port; nil if it is unknown. Behind a proxy of ``OriginConfiguration/proxies`` the one that the proxy names.
    public let peer: String?
    /// The path and query, with `***` in place of each value that may be private: payloads, publish keys, authorization keys, tokens, signatures
    /// and state. Subscribe keys are shown, because they name the keyset.
    public var maskedTarget: String { MaskedURL(target, of: matched?.row, masking: ["pub"]).text }

    /// The name of the route of requests that no route serves, or that were refused before their route was known.
    package static let unrouted = "none"

    private let target: String
    private let matched: Route?

    init(
        method: String,
        target: String,
        route: Route?,
        status: Int?,
        receivedBytes: Int,
        sentBytes: Int,
        date: UInt64,
        duration: Duration,
        peer: String?
    ) {
        self.method = method
        self.target = target
        matched = route
        self.status = status
        self.receivedBytes = receivedBytes
        self.sentBytes = sentBytes
        self.date = date
        self.duration = duration
        self.peer = peer
    }
}
