package import PubNubMachines
package import PubNubWire

/// One HTTP request, complete: nothing is added to it but what HTTP itself needs.
package struct TransportRequest: Sendable {
    /// The bound on a body when the request names none: 16 MiB.
    package static let defaultMaximumBodyBytes = 16 * 1024 * 1024

    /// Names the request for ``Transport/cancel(_:)``; unique among the requests in flight on one transport.
    package var id: RequestID

    /// The row of the route table that the request belongs to. It says which parts of the URL a log may show: of a request
    /// without a route a log shows the origin only.
    package var route: Route?

    package var verb: Verb

    /// An absolute `http` or `https` URL, already escaped; its path is sent as it stands.
    package var url: String

    /// Sent in this order. Names and values without line breaks.
    package var headers: [(name: String, value: String)]

    /// Sent with its `Content-Length`; nil sends none.
    package var body: [UInt8]?

    /// Long polls travel on their own lane and never hold up the others.
    package var lane: Lane

    /// Whether it may go out a second time when a kept connection turns out to be dead before anything came back.
    /// False for what must not happen twice, such as publishing: such a request fails with `.closed`.
    package var isRepeatable: Bool

    /// Whether it is sent even if as many requests as may be are in flight: what keeps the client connected and present
    /// must not wait behind the application's calls. A client has few of these at once.
    package var isUrgent = false

    /// Called with `true` when the request has to wait because too many others are in flight, and with `false` when it
    /// is sent after that; never for a request that is sent immediately, nor after the completion. It is called on a
    /// thread of the transport.
    package var heldBack: (@Sendable (RequestID, Bool) -> Void)?

    /// Whether it must not go out on a kept connection: the answer is to show that a new one can be made.
    package var needsNewConnection: Bool

    /// Whether to offer gzip and deflate to the server. The response's body is plain either way.
    package var acceptsCompression: Bool

    package var trust: TrustPolicy

    /// A file of PEM certificates to trust in place of the system's; nil trusts the system's.
    package var certificateAuthorityFile: String?

    /// Through which proxy the origin is reached; nil reaches it directly, whatever the environment says.
    package var proxy: PNProxy?

    /// The most bytes a response body may have after decompression.
    package var maximumBodyBytes: Int

    /// How long name resolution, connecting and the TLS handshake may take together: 10 s unless told otherwise.
    package var connectTimeout: Duration

    /// Whether the response comes with its head, for the log of packets.
    package var keepsHead = false

    package init(
        id: RequestID,
        route: Route? = nil,
        verb: Verb = .get,
        url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        lane: Lane = .service,
        isRepeatable: Bool = true,
        needsNewConnection: Bool = false,
        acceptsCompression: Bool = true,
        trust: TrustPolicy = .verified,
        certificateAuthorityFile: String? = nil,
        proxy: PNProxy? = nil,
        maximumBodyBytes: Int = Self.defaultMaximumBodyBytes,
        connectTimeout: Duration = .seconds(10)
    ) {
        self.id = id
        self.route = route
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.lane = lane
        self.isRepeatable = isRepeatable
        self.needsNewConnection = needsNewConnection
        self.acceptsCompression = acceptsCompression
        self.trust = trust
        self.certificateAuthorityFile = certificateAuthorityFile
        self.proxy = proxy
        self.maximumBodyBytes = maximumBodyBytes
        self.connectTimeout = connectTimeout
    }
}

/// How much of a server's certificate is checked before a request goes out over TLS.
package enum TrustPolicy: Sendable, Hashable {
    /// The certificate chain has to be valid and has to name the host.
    case verified

    /// Encrypted, but any certificate is accepted: neither its chain nor the host name in it is checked. Only used if the
    /// application allows it.
    case chainUnverified
}
