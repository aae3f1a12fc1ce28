import Dispatch
import Foundation
public import PubNub

/// The settings of a ``PubNubClient``.
public struct PubNubClientConfiguration: Sendable {
    /// The key to publish with; empty for a client that only subscribes.
    public var publishKey: String
    /// The key to subscribe with.
    public var subscribeKey: String
    /// The identifier by which others see the client: 1 to 92 bytes in UTF-8, the same on each start of the program.
    public var userID: String

    /// Host and port of the service; `ps.pndsn.com` by default.
    public var origin = "ps.pndsn.com"
    /// Whether requests use TLS, with a verified certificate; `true` by default.
    public var isSecure = true
    /// A file of certificates in PEM to trust in place of those of the system; `nil` by default.
    public var certificateAuthorityFile: String?
    /// The proxy; `nil`, the default, follows the environment.
    public var proxy: PNProxy?

    /// The key that signs the calls of ``AccessTokens``. Only servers may have it.
    public var secretKey: String?
    /// The key that encrypts messages; `nil`, the default, sends them readable.
    public var cipherKey: String?
    /// The access token, or the key that was granted access; `nil` by default. ``PubNubClient/setToken(_:)`` replaces it.
    public var token: String?

    /// After how long a call without a response fails; 15 s by default.
    public var requestTimeout: Duration = .seconds(15)
    /// How long the service may hold a request for messages; 310 s by default.
    public var subscribeTimeout: Duration = .seconds(310)
    /// After how many seconds without a request the service reports that the client is gone: 0 to 300. 0, the default,
    /// leaves that to the service and sends no heartbeats.
    public var presenceTimeout = 0
    /// The most publishes to one channel that are in flight together; 1, the default, preserves their order.
    public var publishesInFlight = 1
    /// Stores messages until the service has accepted them; `nil`, the default, for none.
    public var outbox: PNOutbox?
    /// Whether messages that the service could not keep for this client are read from history; `false` by default. What
    /// remains missing is reported as ``PubNubEvent/gap(from:to:)``.
    public var fillsGapsFromHistory = false
    /// Whether the context of a trace travels in the metadata of messages; `false` by default. A publish then adds
    /// `traceparent`, and ``Message/withSpan(isolation:_:)`` continues the trace of the sender.
    public var propagatesTraceContext = false

    /// Makes a configuration with the default settings.
    ///
    /// - Parameters:
    ///   - publishKey: The key to publish with; empty for a client that only subscribes.
    ///   - subscribeKey: The key to subscribe with.
    ///   - userID: The identifier by which others see the client: 1 to 92 bytes in UTF-8.
    public init(publishKey: String, subscribeKey: String, userID: String) {
        self.publishKey = publishKey
        self.subscribeKey = subscribeKey
        self.userID = userID
    }
}

extension PubNubClientConfiguration {
    /// The configuration of the engine.
    package var onEngine: PNConfiguration {
        let configuration = PNConfiguration(publishKey: publishKey, subscribeKey: subscribeKey, userID: userID)
            .updatedConfiguration(
                withOrigin: origin,
                publishKey: publishKey,
                subscribeKey: subscribeKey,
                secretKey: secretKey,
                cipherKey: cipherKey,
                authorizationKey: token
            )
        configuration.shouldUseSecureConnection = isSecure
        configuration.shouldReduceSecurityLevelOnError = false
        configuration.canIgnoreSecureConnectionRequirement = false
        configuration.certificateAuthorityFile = certificateAuthorityFile
        if let proxy { configuration.proxy = proxy }
        configuration.nonSubscriptionRequestTimeout = requestTimeout.inSeconds
        configuration.subscriptionRequestTimeout = subscribeTimeout.inSeconds
        configuration.presenceHeartbeatTimeout = Int32(clamping: presenceTimeout)
        configuration.maximumPublishesInFlightPerChannel = publishesInFlight
        configuration.outbox = outbox
        configuration.shouldFillGapsFromHistory = fillsGapsFromHistory
        configuration.shouldAutoReconnectClient = true
        configuration.shouldResubscribeOnConnectionRestore = true
        configuration.shouldRestoreSubscriptionFromLastTimeToken = true
        configuration.shouldKeepTimeTokenOnChannelsListChange = true
        // Only results of the outbox pass it.
        configuration.callbackQueue = DispatchQueue(label: "com.pubnub.async")
        return configuration
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
