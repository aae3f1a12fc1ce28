package import PubNubMachines
package import PubNubWire

/// One complete HTTP request: the transport adds only the parts that HTTP requires.
package struct TransportRequest: Sendable {
    /// The default limit of a response body: 16 MiB.
    package static let defaultMaximumBodyBytes = 16 * 1024 * 1024

    /// Identifies the request for ``Transport/cancel(_:)``; unique among the requests in flight on one transport.
    package var id: RequestID

    /// The route of the request, which determines the parts of the URL that a log may show. Without a route a log shows
    /// only the origin.
    package var route: Route?

    package var verb: Verb

    /// An absolute `http` or `https` URL, already escaped; its path is sent as it stands.
    package var url: String

    /// Sent in this order. Names and values without line breaks.
    package var headers: [(name: String, value: String)]

    /// Sent with its `Content-Length`; nil sends none.
    package var body: [UInt8]?

    /// The body to send in place of ``body``, or to receive in place of that of the response, piece by piece; nil for neither.
    package var stream: BodyStream?

    /// Long polls and transfers of files use lanes of their own and never block other requests.
    package var lane: Lane

    /// Whether it may be sent again if a reused connection turns out to be dead before any response. False for requests
    /// with an effect, such as publishing: these fail with `.closed`.
    package var isRepeatable: Bool

    /// Whether it is sent even at the limit of parallel requests: requests that keep the client connected and present
    /// must not wait behind the application's calls. A client has few of these at a time.
    package var isUrgent = false

    /// Called with `true` if the request has to wait because too many others are in flight, and with `false` when it is
    /// sent after that. Never called for a request that is sent immediately, nor after the completion. Runs on a thread
    /// of the transport.
    package var heldBack: (@Sendable (RequestID, Bool) -> Void)?

    /// Whether it needs a new connection: the response is to prove that one can be made.
    package var needsNewConnection: Bool

    /// Whether to offer gzip and deflate to the server. The response's body is plain either way.
    package var acceptsCompression: Bool

    package var trust: TrustPolicy

    /// A file of PEM certificates to trust in place of the system's; nil trusts the system's.
    package var certificateAuthorityFile: String?

    /// The proxy to the origin; `nil` connects directly, regardless of the environment.
    package var proxy: HTTPProxy?

    /// The most bytes a response body may have after decompression.
    package var maximumBodyBytes: Int

    /// The most time for name resolution, connecting and the TLS handshake together; 10 s by default.
    package var connectTimeout: Duration

    /// Whether the response contains its head, for the log of packets.
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
        proxy: HTTPProxy? = nil,
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

/// The checks of a server's certificate before a request is sent over TLS.
package enum TrustPolicy: Sendable, Hashable {
    /// The certificate chain has to be valid and to contain the host.
    case verified

    /// Encrypted, but any certificate is accepted: neither its chain nor the host name is checked. Used only if the
    /// application allows it.
    case chainUnverified
}
