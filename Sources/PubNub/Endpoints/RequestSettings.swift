/// What requests take from the client's configuration.
struct RequestSettings: Sendable {
    /// `host` or `host:port`.
    var origin: String

    /// Whether requests go over TLS.
    var isSecure = true

    /// The publish key; empty for a client that only listens.
    var publishKey = ""

    /// The subscribe key.
    var subscribeKey = ""

    /// The key that signs administrative calls; empty for a client that makes none.
    var secretKey = ""

    /// The key or token sent as `auth`; empty sends none.
    var authorizationKey = ""

    /// The client's identifier, sent as `uuid`.
    var identifier: String

    /// Whether replies may be compressed.
    var acceptsCompression = true

    /// How strictly the server's certificate is checked.
    var trust: TrustPolicy = .verified

    /// A file of certificate authorities to trust in place of the system's; nil for the system's.
    var certificateAuthorityFile: String?

    /// Through which proxy the origin is reached; nil for none.
    var proxy: PNProxy?
}
