public import Dispatch
public import Foundation
import PubNubCore

extension PNConfiguration {
    /// The host of the origin, with its port if that is not the default port; ``kPNOriginHost`` by default.
    public var origin: String { settings.origin }

    /// The publish key; empty if none is set.
    public var publishKey: String { settings.publishKey }

    /// The subscribe key; empty if none is set.
    public var subscriptionKey: String { settings.subscribeKey }

    /// The secret key; `nil` if none is set.
    ///
    /// As in 3.7.8, it signs the calls of the access manager. It also signs deletions of history. All other calls need the
    /// rights of ``authorizationKey``. A `PubNubClient` of `PubNubAsync` with a secret key signs every call.
    public var secretKey: String? { settings.secretKey }

    /// The identifier of clients with this configuration, which ``init(publishKey:subscribeKey:userID:origin:)`` sets. If it is `nil`,
    /// the client generates one. A client uses it from its creation on, and after ``PubNub/setConfiguration(_:)-method`` with
    /// a different one.
    public var userID: String? { settings.userID }

    /// Whether the client reconnects when the network is back; `true` by default. The delegate may decide
    /// otherwise in ``PNDelegate/shouldReconnectPubNubClient(_:)``. Unlike a NO of the delegate, `false` is final for a
    /// loss: only ``PubNub/connect(successBlock:errorBlock:)-method`` ends it. A call to connect waits for a network with
    /// either value.
    public var shouldAutoReconnectClient: Bool {
        get { settings.reconnectsAutomatically }
        set { change { $0.reconnectsAutomatically = newValue } }
    }

    /// Whether the client receives messages that are published while the list of subscribed channels changes; `true` by
    /// default. The delegate may decide otherwise in ``PNDelegate/shouldKeepTimeTokenOnChannelsListChange()``.
    public var shouldKeepTimeTokenOnChannelsListChange: Bool {
        get { settings.keepsTimeTokenOnListChange }
        set { change { $0.keepsTimeTokenOnListChange = newValue } }
    }

    /// Whether the client subscribes to its channels again after it has reconnected; `true` by default. The delegate
    /// may decide otherwise in ``PNDelegate/shouldResubscribeOnConnectionRestore()``.
    public var shouldResubscribeOnConnectionRestore: Bool {
        get { settings.resubscribesOnRestore }
        set { change { $0.resubscribesOnRestore = newValue } }
    }

    /// Whether a restored subscription receives the messages that it missed; `true` by default. The delegate may decide
    /// otherwise in ``PNDelegate/shouldRestoreSubscriptionFromLastTimeToken()``.
    public var shouldRestoreSubscriptionFromLastTimeToken: Bool {
        get { settings.restoresFromLastTimeToken }
        set { change { $0.restoresFromLastTimeToken = newValue } }
    }

    /// Whether the client uses TLS; `true` by default. An origin with a scheme sets it: `http://` to `false`, `https://` to
    /// `true`. The value that is set last counts.
    public var shouldUseSecureConnection: Bool {
        get { settings.usesSecureConnection }
        set { change { $0.usesSecureConnection = newValue } }
    }

    /// Whether the client continues with TLS without verification if TLS fails. `false` by default, unlike in 3.7.8.
    ///
    /// The client then verifies neither the chain of the certificate nor its host name: any machine between the client and the
    /// origin can read and change the traffic. The client logs a warning when this happens, even if logging is disabled. To
    /// accept a certificate that the system does not trust, set ``certificateAuthorityFile`` instead: chain and host name are
    /// then verified.
    public var shouldReduceSecurityLevelOnError: Bool {
        get { settings.reducesSecurityOnError }
        set { change { $0.reducesSecurityOnError = newValue } }
    }

    /// Whether the client continues without TLS if TLS without verification fails. `false` by default, unlike in 3.7.8. The
    /// client then sends everything in clear text, and logs a warning.
    ///
    /// It has no effect without ``shouldReduceSecurityLevelOnError``; the client logs a warning then.
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

    /// The time limit of a subscribe request, in seconds; 310 by default.
    public var subscriptionRequestTimeout: TimeInterval {
        get { settings.subscriptionRequestTimeout }
        set { change { $0.subscriptionRequestTimeout = newValue } }
    }

    /// The time limit of any other request, in seconds; 15 by default. A request that takes longer fails with
    /// ``kPNRequestExecutionFailedByTimeoutError``.
    ///
    /// The time counts from the moment when the request is sent. It includes repetitions of the request and the pauses between
    /// them. A call does not time out while it waits for the calls before it, or for a free connection. A call that
    /// waits until the client is connected fails after the same time, counted from the call.
    public var nonSubscriptionRequestTimeout: TimeInterval {
        get { settings.nonSubscriptionRequestTimeout }
        set { change { $0.nonSubscriptionRequestTimeout = newValue } }
    }

    /// Whether calls of a client run in parallel; `false` by default: a call is sent after the outcome of the call before it, as
    /// in 3.7.8. An app may then write calls that depend on each other in consecutive lines.
    ///
    /// The order includes ``PubNub/connect(successBlock:errorBlock:)-method``, ``PubNub/disconnect()-method``,
    /// ``PubNub/setConfiguration(_:)-method`` and ``PubNub/setClientIdentifier(_:shouldCatchup:)-method``. A call that is made in
    /// a callback comes after the calls that wait already. Up to 10,000 calls wait; one more fails with
    /// ``kPNRequestQueueFullError``. The long poll, heartbeats and the messages of an ``outbox`` do not wait in this order, and
    /// neither do calls of later SDKs: signals, message actions, App Context, and the count and deletion of stored messages.
    ///
    /// While the client waits for a network, connecting, disconnecting and changes of configuration and identifier do not wait,
    /// and disconnecting ends the calls that wait with ``kPNRequestExecutionFailedClientNotReadyError``.
    ///
    /// With `true`, calls wait only for the connection, and messages for those to the same channel. A program that makes many
    /// calls is faster then. It makes a call that depends on another one in the closure of that one.
    public var shouldRunCallsInParallel: Bool {
        get { settings.runsCallsInParallel }
        set { change { $0.runsCallsInParallel = newValue } }
    }

    /// The maximum number of messages to one channel that are in flight, from 1 to 32; 1 by default. Other values are set to
    /// the nearer limit.
    ///
    /// With 1, a message is sent when the response to the previous one has arrived, so messages reach the channel in the
    /// order of the calls. With more, a busy channel takes several messages per round trip, and the service may publish
    /// them in another order: it processes neither parallel connections nor streams of HTTP/2 in order, and a publish
    /// request has no sequence number. Messages of an ``outbox`` are always sent one at a time for each channel.
    ///
    /// The setting has an effect only with ``shouldRunCallsInParallel``. Different channels do not wait for each other then. Up to 10,000 messages wait for one channel; one more fails with ``kPNRequestQueueFullError``.
    public var maximumPublishesInFlightPerChannel: Int {
        get { settings.publishesInFlight }
        set { change { $0.publishesInFlight = min(max(newValue, 1), 32) } }
    }

    /// The time in seconds after which the service reports a silent client as timed out; 0, the default, for the default of the
    /// service. A value above 300 becomes 300, and a negative one 0.
    public var presenceHeartbeatTimeout: Int32 {
        get { settings.heartbeat.timeout }
        set { change { $0.heartbeat.timeout = newValue } }
    }

    /// The time between two heartbeats, in seconds; 0 by default, and ``presenceHeartbeatTimeout`` minus 3 once that is set. A
    /// value that is not below the timeout and below 300 also becomes the timeout minus 3, and a value below 2 becomes 2.
    public var presenceHeartbeatInterval: Int32 {
        get { settings.heartbeat.interval }
        set { change { $0.heartbeat.interval = newValue } }
    }

    /// The key for encrypting and decrypting messages; `nil`, the default, disables encryption.
    public var cipherKey: String? {
        get { settings.cipherKey }
        set { change { $0.cipherKey = newValue } }
    }

    /// The authorization key or access token that the client sends; `nil`, the default, for none.
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
    /// no connection counts as an unavailable network: calls fail with the same codes, the reason names the proxy, and the
    /// client reconnects in the same way.
    public var proxy: PNProxy? {
        get { settings.proxy.map { PNProxy($0) } }
        set { change { $0.proxy = newValue?.setting } }
    }

    /// The outbox, which stores messages until the service has accepted them; `nil`, the default, for none. Without an
    /// outbox, a message that cannot be sent, or whose outcome is unknown, fails immediately. See ``PNOutbox``.
    public var outbox: PNOutbox? {
        get { settings.outbox.map { PNOutbox($0) } }
        set { change { $0.outbox = newValue?.settings } }
    }

    /// The format in which messages are encrypted; ``PNEncryptionFormat/fixedVector``, the format of 3.7.8, by default. It has
    /// no effect without a ``cipherKey``. A change takes effect with the next message, without a new connection.
    public var encryptionFormat: PNEncryptionFormat {
        get { PNEncryptionFormat(settings.encryptionFormat) }
        set { change { $0.encryptionFormat = newValue.setting } }
    }

    /// Whether messages are encrypted with a random initialization vector in the format of 3.x, which 3.x clients cannot
    /// read; `false` by default. Received messages are decrypted either way.
    ///
    /// `true` is the same as ``PNEncryptionFormat/randomVector`` for ``encryptionFormat``. Setting `false` changes that format
    /// to ``PNEncryptionFormat/fixedVector``, and does not change any other.
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

    /// The version of the subscribe protocol; ``PNSubscribeVersion/v2`` by default.
    public var subscribeVersion: PNSubscribeVersion {
        get { PNSubscribeVersion(settings.subscribeVersion) }
        set { change { $0.subscribeVersion = newValue.setting } }
    }

    /// Whether the client suspends when its process is stopped, and resumes when the process continues; `false` by default. The
    /// client then does not handle the signals.
    ///
    /// If it is `true`, SIGTSTP (Ctrl-Z in a terminal) suspends the client like ``PubNub/suspend()``, and the delegate may
    /// finish its work; then the process stops. SIGCONT resumes the client, or cancels the stop while the delegate still
    /// works. A program that handles these signals itself does not set this, and calls
    /// ``PubNub/suspend()`` and ``PubNub/resume()``.
    public var shouldSuspendWithProcess: Bool {
        get { settings.suspendsWithProcess }
        set { change { $0.suspendsWithProcess = newValue } }
    }

    /// Whether the client reads messages from history that it missed while it was not connected and that the service no
    /// longer has for subscribers; `false` by default.
    ///
    /// If it is `true` and a channel may have lost messages, the client reads up to 1,000 of them and delivers them once and in
    /// order. Later messages of that channel wait until then; other channels do not wait.
    /// ``PNDelegate/pubnubClient(_:didLoseMessagesBetween:and:)`` reports only the part that history does not have: the rest of
    /// a longer gap, the whole gap if reading fails or storage is disabled, and presence events, which history does not
    /// contain. Messages that were sent with `storeInHistory: false` are neither found nor reported. The setting has no
    /// effect with ``PNSubscribeVersion/v1``, whose messages have no timetokens.
    public var shouldFillGapsFromHistory: Bool {
        get { settings.fillsGapsFromHistory }
        set { change { $0.fillsGapsFromHistory = newValue } }
    }

    /// The queue on which the delegate, observers, closures and notifications are called; the main queue by default. It has
    /// to be a serial queue. If 2,000 messages and presence events wait on it, the client pauses polling until 1,000
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

    /// Whether a string that is JSON already is sent as that JSON; `true` by default, as in 3.7.8.
    ///
    /// This is for apps that compose or serialize JSON themselves. A message that is a string and begins and ends with
    /// `{` and `}`, `[` and `]`, or two quotation marks arrives as the dictionary, array or string that it describes. If
    /// it is not valid JSON, it is refused with ``kPNInvalidJSONError``. Every other string is sent as a string, and so is
    /// a string inside an array or dictionary, next to a push payload, or in a signal. With `false` every string is sent
    /// as a string.
    ///
    /// ``PubNub/aesEncrypt(_:error:)-method`` and the sizes of messages follow this setting. `PubNubAsync` and `PubNubChat`
    /// send every string as a string.
    public var shouldSendTextAsJSON: Bool {
        get { settings.sendsTextAsJSON }
        set { change { $0.sendsTextAsJSON = newValue } }
    }

    /// The time after which the service reports a silent client as timed out, in seconds; the older name of ``presenceHeartbeatTimeout``.
    @available(*, deprecated, renamed: "presenceHeartbeatTimeout")
    public var presenceExpirationTimeout: TimeInterval {
        get { TimeInterval(settings.heartbeat.timeout) }
        set {
            let maximum = Double(HeartbeatSettings.maximumTimeout)
            change { $0.heartbeat.timeout = Int32(min(max(newValue.isNaN ? 0 : newValue, 0), maximum)) }
        }
    }
}
