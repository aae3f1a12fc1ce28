/// The settings of the client's configuration that requests use.
struct RequestSettings: Sendable {
    /// `host` or `host:port`.
    var origin: String

    /// Whether requests use TLS.
    var isSecure = true

    /// The publish key; empty for a client that only subscribes.
    var publishKey = ""

    var subscribeKey = ""

    /// The key that signs requests; empty for none.
    var secretKey = ""

    /// Whether the secret key signs all requests. If it is `false`, it signs only the calls that ask for a signature.
    var signsRequests = false

    /// The key or token sent as `auth`; empty sends none.
    var authorizationKey = ""

    /// The client's identifier, sent as `uuid`.
    var identifier: String

    /// Whether replies may be compressed.
    var acceptsCompression = true

    /// The checks of the server's certificate.
    var trust: TrustPolicy = .verified

    /// A file of certificate authorities to trust in place of the system's; nil for the system's.
    var certificateAuthorityFile: String?

    /// The proxy to the origin; `nil` for none.
    var proxy: HTTPProxy?
}
