// HTTPProxy, OutboxSettings and ConnectionSharing are part of this interface.
@_exported public import PubNubCore

/// The settings of a ``PubNubClient``.
public struct PubNubClientConfiguration: Sendable {
    /// The key to publish with; empty for a client that only subscribes.
    public var publishKey: String
    /// The key to subscribe with.
    public var subscribeKey: String
    /// The identifier by which others see the client: 1 to 92 characters (Unicode scalars), the same on each start of the program.
    public var userID: String

    /// The host of the service, with its port if that is not the default port; `ps.pndsn.com` by default. `http://` or `https://`
    /// may stand in front, and then decides in place of ``isSecure``.
    public var origin = "ps.pndsn.com"
    /// Whether requests use TLS, with a verified certificate; `true` by default.
    public var isSecure = true
    /// A file with the certificate authorities to trust, in PEM form; `nil`, the default, trusts those of the system.
    public var certificateAuthorityFile: String?
    /// The HTTP proxy; `nil`, the default, connects directly. The client ignores the environment (`https_proxy` and similar
    /// variables): `HTTPProxy.fromEnvironment(forOrigin:isSecure:)` reads it.
    public var proxy: HTTPProxy?

    /// The key that signs requests; `nil`, the default, for none. Only servers may have it.
    ///
    /// With the key the client signs every request, and needs no ``token``: the access manager gives all rights to the holder
    /// of the key. The service accepts a signature for 60 s, so the clock of the machine must be right. The configuration
    /// must have the ``publishKey``, which is part of each signature. A client that shares the engine of a 3.x client signs
    /// what that client signs: the calls of the access manager, and deletions of history.
    public var secretKey: String?
    /// The key that encrypts messages; `nil`, the default, disables encryption.
    public var cipherKey: String?
    /// How messages and files are encrypted with ``cipherKey``; ``CipherScheme/fixedVector`` by default. Every
    /// format is decrypted.
    public var cipherScheme: CipherScheme = .fixedVector
    /// The access token, or the key that was granted access; `nil` by default. ``PubNubClient/setToken(_:)`` replaces it.
    public var token: String?

    /// The time after which a call without a response fails; 15 s by default.
    public var requestTimeout: Duration = .seconds(15)
    /// The time limit of a long poll; 310 s by default.
    public var subscribeTimeout: Duration = .seconds(310)
    /// The time after which the service reports a silent client as timed out: up to 300 s, rounded up to whole seconds. With
    /// zero, the default, the service uses its own default, and the client sends no heartbeats.
    public var presenceTimeout: Duration = .zero
    /// The maximum number of publishes to one channel that are in flight, 1 to 32; 1, the default, preserves their order.
    public var publishesInFlight = 1
    /// Stores messages until the service has accepted them; `nil`, the default, for none.
    public var outbox: OutboxSettings?
    /// Whether the client reads messages that the service no longer has for subscribers from history; `false` by default. It
    /// reports messages that history does not have as ``PubNubEvent/gap(from:to:)``.
    public var fillsGapsFromHistory = false
    /// Whether the metadata of messages contains the context of the trace; `false` by default. A publish then adds
    /// `traceparent`, and ``Message/withSpan(isolation:_:)`` continues the trace of the sender.
    public var propagatesTraceContext = false

    /// Makes a configuration with the default settings.
    ///
    /// - Parameters:
    ///   - publishKey: The key to publish with; empty for a client that only subscribes.
    ///   - subscribeKey: The key to subscribe with.
    ///   - userID: The identifier by which others see the client: 1 to 92 characters (Unicode scalars).
    public init(publishKey: String, subscribeKey: String, userID: String) {
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.userID = userID
    }
}

/// How messages and files are encrypted. All schemes are AES-256-CBC.
public enum CipherScheme: Sendable, Hashable, CaseIterable {
    /// As clients of 3.4 to 3.7 encrypt: equal messages have equal ciphertexts. Files have a random initialization vector.
    case fixedVector
    /// As most clients since 2020 encrypt: the same key, with a random initialization vector.
    case randomVector
    /// As current clients encrypt: with a header that names the method, and a random initialization vector. Clients of 3.x do not read
    /// it.
    case header

    fileprivate func apply(to settings: inout ClientSettings) {
        switch self {
        case .fixedVector: settings.encryptionFormat = .fixedVector
        case .randomVector: settings.encryptionFormat = .randomVector
        case .header: settings.encryptionFormat = .header
        }
    }
}

extension PubNubClientConfiguration {
    /// The settings of the engine.
    package var settings: ClientSettings {
        var settings = ClientSettings()
        settings.usesSecureConnection = isSecure
        settings.setOrigin(origin)
        settings.publishKey = publishKey
        settings.subscribeKey = subscribeKey
        settings.userID = userID
        settings.secretKey = secretKey
        settings.signsRequests = true
        settings.cipherKey = cipherKey
        cipherScheme.apply(to: &settings)
        settings.authorizationKey = token
        settings.certificateAuthorityFile = certificateAuthorityFile
        settings.proxy = proxy
        settings.nonSubscriptionRequestTimeout = requestTimeout.inSeconds
        settings.subscriptionRequestTimeout = subscribeTimeout.inSeconds
        settings.heartbeat.timeout = Int32(clamping: presenceTimeout.secondsRoundedUp)
        settings.publishesInFlight = min(max(publishesInFlight, 1), 32)
        settings.runsCallsInParallel = true
        settings.outbox = outbox
        settings.fillsGapsFromHistory = fillsGapsFromHistory
        return settings
    }
}
