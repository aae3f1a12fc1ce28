public import Dispatch
public import Foundation

extension PNConfiguration {
    /// The host of the origin, with its port when that is not the usual one; ``kPNOriginHost`` by default.
    public var origin: String { settings.origin }

    /// The publish key; empty if none is set.
    public var publishKey: String { settings.publishKey }

    /// The subscribe key; empty if none is set.
    public var subscriptionKey: String { settings.subscribeKey }

    /// The secret key; `nil` if none is set.
    public var secretKey: String? { settings.secretKey }

    /// The identifier that a client made with this configuration has; `nil`, unless
    /// ``init(publishKey:subscribeKey:userID:)`` was given one, makes the client generate one. A client takes it over when it
    /// is made, and when ``PubNub/setConfiguration(_:)-method`` brings another one than before.
    public var userID: String? { settings.userID }

    /// Whether the client connects again by itself when the network is back; `true` by default. The delegate may decide
    /// otherwise in ``PNDelegate/shouldReconnectPubNubClient(_:)``.
    public var shouldAutoReconnectClient: Bool {
        get { settings.reconnectsAutomatically }
        set { change { $0.reconnectsAutomatically = newValue } }
    }

    /// Whether messages that arrive while the list of subscribed channels changes are caught up with; `true` by default. The
    /// delegate may decide otherwise in ``PNDelegate/shouldKeepTimeTokenOnChannelsListChange()``.
    public var shouldKeepTimeTokenOnChannelsListChange: Bool {
        get { settings.keepsTimeTokenOnListChange }
        set { change { $0.keepsTimeTokenOnListChange = newValue } }
    }

    /// Whether the client subscribes again to its channels when it connects again by itself; `true` by default. The delegate
    /// may decide otherwise in ``PNDelegate/shouldResubscribeOnConnectionRestore()``.
    public var shouldResubscribeOnConnectionRestore: Bool {
        get { settings.resubscribesOnRestore }
        set { change { $0.resubscribesOnRestore = newValue } }
    }

    /// Whether a restored subscription catches up with what was missed; `true` by default. The delegate may decide
    /// otherwise in ``PNDelegate/shouldRestoreSubscriptionFromLastTimeToken()``.
    public var shouldRestoreSubscriptionFromLastTimeToken: Bool {
        get { settings.restoresFromLastTimeToken }
        set { change { $0.restoresFromLastTimeToken = newValue } }
    }

    /// Whether the client uses TLS; `true` by default.
    public var shouldUseSecureConnection: Bool {
        get { settings.usesSecureConnection }
        set { change { $0.usesSecureConnection = newValue } }
    }

    /// Whether the client, when TLS fails, goes on with TLS that does not check certificates. `false` by default, unlike in
    /// 3.7.8.
    ///
    /// Neither the chain of the certificate nor the host name in it is verified then: anyone between the client and the origin
    /// can read and change what is sent. A warning that says so is logged when it happens, also while logging is off.
    /// ``certificateAuthorityFile`` is the safe way to accept a certificate that the system does not trust: chain and host name
    /// stay verified.
    public var shouldReduceSecurityLevelOnError: Bool {
        get { settings.reducesSecurityOnError }
        set { change { $0.reducesSecurityOnError = newValue } }
    }

    /// Whether the client, when TLS fails even without checked certificates, goes on without TLS. `false` by default, unlike
    /// in 3.7.8: everything is then sent in clear text. A warning is logged when it happens.
    public var canIgnoreSecureConnectionRequirement: Bool {
        get { settings.ignoresSecurityRequirement }
        set { change { $0.ignoresSecurityRequirement = newValue } }
    }

    /// Whether the service may compress its responses; `true` by default.
    ///
    /// If it is `false`, no request has an `Accept-Encoding` header, not even one that sends a compressed message.
    public var shouldAcceptCompressedResponse: Bool {
        get { settings.acceptsCompressedResponses }
        set { change { $0.acceptsCompressedResponses = newValue } }
    }

    /// How many seconds subscribing may take before it fails; 310 by default.
    public var subscriptionRequestTimeout: TimeInterval {
        get { settings.subscriptionRequestTimeout }
        set { change { $0.subscriptionRequestTimeout = newValue } }
    }

    /// How many seconds any other request may take before it fails with
    /// ``kPNRequestExecutionFailedByTimeoutError``; 15 by default.
    ///
    /// The time counts from the moment the request is sent. It covers the repetitions of a request that failed, and the
    /// pauses between them. A call that waits for earlier ones to the same channel, or for a free connection, is not sent
    /// yet and does not time out. A call that waits until the client is connected may wait for as long, counted from the
    /// call.
    public var nonSubscriptionRequestTimeout: TimeInterval {
        get { settings.nonSubscriptionRequestTimeout }
        set { change { $0.nonSubscriptionRequestTimeout = newValue } }
    }

    /// The most messages to one channel in flight at a time, from 1 to 32; 1 by default. Values outside are moved to
    /// the nearest of the two.
    ///
    /// With 1, a message is sent when the response to the one before has arrived, so messages reach the channel in the
    /// order of the calls. With more, a busy channel takes several messages per round trip, and the service may publish
    /// them in another order: neither parallel connections nor streams of HTTP/2 are processed in order, and a publish
    /// request carries no number by which the service could sort. Different channels never wait for each other. Messages
    /// of an ``outbox`` are always sent one at a time for each channel.
    ///
    /// Up to 10,000 messages wait for one channel; one more fails with ``kPNRequestQueueFullError``.
    public var maximumPublishesInFlightPerChannel: Int {
        get { settings.publishesInFlight }
        set { change { $0.publishesInFlight = min(max(newValue, 1), 32) } }
    }

    /// After how many seconds of silence the service calls the client timed out; 0, the default, leaves it to the service.
    /// A larger value than 300 becomes 300, and a negative one 0.
    public var presenceHeartbeatTimeout: Int32 {
        get { settings.heartbeat.timeout }
        set { change { $0.heartbeat.timeout = newValue } }
    }

    /// How many seconds lie between two heartbeats; 0 by default, and three less than ``presenceHeartbeatTimeout`` as soon
    /// as that is set. A value that is not smaller than the timeout or than 300 is adjusted the same way, and one below 2
    /// becomes 2.
    public var presenceHeartbeatInterval: Int32 {
        get { settings.heartbeat.interval }
        set { change { $0.heartbeat.interval = newValue } }
    }

    /// The key for encrypting and decrypting messages; `nil`, the default, disables encryption.
    public var cipherKey: String? {
        get { settings.cipherKey }
        set { change { $0.cipherKey = newValue } }
    }

    /// The key that has access rights; `nil`, the default, for none.
    public var authorizationKey: String? {
        get { settings.authorizationKey }
        set { change { $0.authorizationKey = newValue } }
    }

    /// The path of a file with the certificate authorities to trust, in PEM form; `nil`, the default, trusts those of the
    /// system. If the file is missing, cannot be read or contains no certificate, connecting fails with
    /// ``kPNConnectionErrorOnSetup``, regardless of the settings that allow less security.
    public var certificateAuthorityFile: String? {
        get { settings.certificateAuthorityFile }
        set { change { $0.certificateAuthorityFile = newValue } }
    }

    /// The HTTP proxy through which the origin is reached; `nil`, the default, reaches it directly.
    ///
    /// The client ignores the environment (`https_proxy` and similar variables), so that the shell that starts a
    /// program cannot redirect its traffic. To use the environment, set this to the result of
    /// ``PNProxy/fromEnvironment(forOrigin:secure:)``. A proxy that cannot be reached, refuses the credentials or opens
    /// no connection counts as an unavailable network: the client fails with the same codes, with the proxy in the
    /// reason, and tries again in the same way.
    public var proxy: PNProxy? {
        get { settings.proxy }
        set { change { $0.proxy = newValue } }
    }

    /// The outbox, which stores messages until the service has accepted them; `nil`, the default, for none. Without an
    /// outbox, a message that cannot be sent, or whose outcome is unknown, fails immediately. See ``PNOutbox``.
    public var outbox: PNOutbox? {
        get { settings.outbox }
        set { change { $0.outbox = newValue } }
    }

    /// The format in which messages are encrypted; ``PNEncryptionFormat/fixedVector``, the format of 3.7.8, by default. It has
    /// no effect without a ``cipherKey``. A change takes effect with the next message, without a new connection.
    public var encryptionFormat: PNEncryptionFormat {
        get { settings.encryptionFormat }
        set { change { $0.encryptionFormat = newValue } }
    }

    /// Whether messages are encrypted with a random initialization vector in the format of 3.x, which 3.x clients cannot
    /// read; `false` by default. Received messages are decrypted either way.
    ///
    /// `true` is the same as ``PNEncryptionFormat/randomVector`` for ``encryptionFormat``. Setting `false` takes that format
    /// back to ``PNEncryptionFormat/fixedVector`` and leaves any other as it is.
    public var shouldUseRandomInitializationVector: Bool {
        get { settings.encryptionFormat == .randomVector }
        set {
            change { settings in
                if newValue {
                    settings.encryptionFormat = .randomVector
                } else if settings.encryptionFormat == .randomVector {
                    settings.encryptionFormat = .fixedVector
                }
            }
        }
    }

    /// Which subscribe protocol the client speaks; ``PNSubscribeVersion/v2`` by default.
    public var subscribeVersion: PNSubscribeVersion {
        get { settings.subscribeVersion }
        set { change { $0.subscribeVersion = newValue } }
    }

    /// Whether the client suspends when its process is stopped from outside and resumes when that goes on; `false` by
    /// default, and the signals are left alone then.
    ///
    /// When it is `true`, SIGTSTP (Ctrl-Z in a terminal) suspends the client as ``PubNub/suspend()`` does, the delegate's
    /// last work included; then the process stops as it would have without. SIGCONT resumes the client, or calls the stop
    /// off while the delegate still works. A program that handles these signals itself leaves this off and calls
    /// ``PubNub/suspend()`` and ``PubNub/resume()``.
    public var shouldSuspendWithProcess: Bool {
        get { settings.suspendsWithProcess }
        set { change { $0.suspendsWithProcess = newValue } }
    }

    /// Whether the client looks in history for messages that it missed while it was not connected and that the service no
    /// longer keeps for subscribers; `false` by default.
    ///
    /// When it is `true` and a channel may have lost messages, they are loaded and delivered like any other, once and in
    /// order; what the channel brings since waits until then, other channels do not. At most 1,000 messages are loaded for
    /// a channel. ``PNDelegate/pubnubClient(_:didLoseMessagesBetween:and:)`` then tells only what history could not
    /// give: the rest of a longer gap, all of it when reading fails or storage is off, and presence events, which have no
    /// history. Messages that were sent with `storeInHistory` off cannot be found, and are not told either. It has no
    /// effect with ``PNSubscribeVersion/v1``, whose messages have no times of their own.
    public var shouldFillGapsFromHistory: Bool {
        get { settings.fillsGapsFromHistory }
        set { change { $0.fillsGapsFromHistory = newValue } }
    }

    /// The queue on which the delegate, observers, closures and notifications are called; the main queue by default. It has
    /// to be a serial queue. While 2,000 messages and presence events wait on it, the client asks for no more, until 1,000
    /// are left (Documentation/Limits.md).
    public var callbackQueue: DispatchQueue {
        get { settings.callbackQueue }
        set { change { $0.callbackQueue = newValue } }
    }

    /// Whether the client posts a notification in `NotificationCenter` for each event; `true` by default, as in 3.7.8.
    ///
    /// Delegate, observers and closures receive events in both cases. Set `false` in a program that observes no
    /// notifications: the client cannot know that, and posting a notification takes a third of the CPU time for a short
    /// received message.
    public var shouldPostNotifications: Bool {
        get { settings.postsNotifications }
        set { change { $0.postsNotifications = newValue } }
    }

    /// How long the service waits for a silent client, in seconds; the older name of ``presenceHeartbeatTimeout``.
    @available(*, deprecated, renamed: "presenceHeartbeatTimeout")
    public var presenceExpirationTimeout: TimeInterval {
        get { TimeInterval(settings.heartbeat.timeout) }
        set { change { $0.heartbeat.timeout = Int32(min(max(newValue.isNaN ? 0 : newValue, 0), 300)) } }
    }
}
