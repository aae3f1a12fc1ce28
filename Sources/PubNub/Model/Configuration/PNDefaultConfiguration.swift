public import Foundation
import PubNubCore

/// The default values of configurations: the content of the header `PNDefaultConfiguration.h`, which applications of 3.7.8 edit.
///
/// To use other values, set them once, before creating a configuration or a client:
///
/// ```swift
/// import PubNub
///
/// var defaults = PNDefaultConfiguration()
/// defaults.publishKey = "pub-c-…"
/// defaults.subscriptionKey = "sub-c-…"
/// defaults.originHost = "example.pubnubapi.com"
/// PNDefaultConfiguration.use(defaults)
/// ```
///
/// ``PNConfiguration/default()``, every other new configuration, ``PubNub/sharedInstance()`` and the constants
/// ``kPNOriginHost`` and so on then have these values.
public struct PNDefaultConfiguration: Sendable, Hashable {
    /// The origin of a configuration without one; `"pubsub.pubnub.com"` by default.
    public var originHost = "pubsub.pubnub.com"

    /// The publish key of ``PNConfiguration/default()``; `"demo"` by default.
    public var publishKey = "demo"

    /// The subscribe key of ``PNConfiguration/default()``; `"demo"` by default.
    public var subscriptionKey = "demo"

    /// The secret key of ``PNConfiguration/default()``; `nil` by default.
    public var secretKey: String?

    /// The cipher key of ``PNConfiguration/default()`` and of a configuration that is made without one; `nil` by default.
    public var cipherKey: String?

    /// The authorization key of ``PNConfiguration/default()`` and of a configuration that is made without one; `nil` by default.
    public var authorizationKey: String?

    /// The default of ``PNConfiguration/nonSubscriptionRequestTimeout``, in seconds; 15 by default.
    public var nonSubscriptionRequestTimeout: TimeInterval = 15

    /// The default of ``PNConfiguration/subscriptionRequestTimeout``, in seconds; 310 by default.
    public var subscriptionRequestTimeout: TimeInterval = 310

    /// The default of ``PNConfiguration/presenceHeartbeatTimeout``, in seconds; 0, which is off, by default.
    public var presenceHeartbeatTimeout: Int32 = 0

    /// The default of ``PNConfiguration/presenceHeartbeatInterval``, in seconds; 0, which derives it from the timeout, by default.
    public var presenceHeartbeatInterval: Int32 = 0

    /// The default of ``PNConfiguration/shouldAutoReconnectClient``; `true` by default.
    public var shouldAutoReconnectClient = true

    /// The default of ``PNConfiguration/shouldKeepTimeTokenOnChannelsListChange``; `true` by default.
    public var shouldKeepTimeTokenOnChannelsListChange = true

    /// The default of ``PNConfiguration/shouldResubscribeOnConnectionRestore``; `true` by default.
    public var shouldResubscribeOnConnectionRestore = true

    /// The default of ``PNConfiguration/shouldRestoreSubscriptionFromLastTimeToken``; `true` by default.
    public var shouldRestoreSubscriptionFromLastTimeToken = true

    /// The default of ``PNConfiguration/shouldUseSecureConnection``; `true` by default.
    public var secureConnectionRequired = true

    /// The default of ``PNConfiguration/shouldAcceptCompressedResponse``; `true` by default.
    public var shouldAcceptCompressedResponse = true

    /// The default of ``PNConfiguration/shouldReduceSecurityLevelOnError``; `false` by default, unlike in 3.7.8.
    public var shouldReduceSecurityLevelOnError = false

    /// The default of ``PNConfiguration/canIgnoreSecureConnectionRequirement``; `false` by default, unlike in 3.7.8.
    public var canIgnoreSecureConnectionRequirement = false

    /// Makes the values that apply if an application sets none.
    public init() {}

    private static let chosen = SetOnce(PNDefaultConfiguration())

    /// The values in use; from the first access on they stay.
    static var current: PNDefaultConfiguration { chosen.value }

    /// Sets the default values of this process. Call it once, before anything that uses a default: before the first
    /// configuration, client or constant such as ``kPNOriginHost``. It may be called from any thread.
    ///
    /// - Parameter defaults: The values.
    /// - Returns: Whether the values apply. `false` if defaults were set or used before: nothing changes then, and a warning is
    ///   logged.
    @discardableResult
    public static func use(_ defaults: PNDefaultConfiguration) -> Bool {
        chosen.set(
            defaults,
            orWarn: "PNDefaultConfiguration.use was called after defaults had been set or used; nothing changed"
        )
    }
}

extension PNDefaultConfiguration: CustomStringConvertible {
    /// The values, with keys hidden.
    public var description: String {
        "PNDefaultConfiguration(origin \(originHost), publish key \(PNObfuscateString(publishKey)), subscribe key "
            + "\(PNObfuscateString(subscriptionKey)))"
    }
}

extension PNDefaultConfiguration: CustomReflectable {
    /// Only ``description``, so that no dump shows keys.
    public var customMirror: Mirror { Mirror(self, children: ["defaults": description]) }
}

/// The origin of a configuration that names none.
public var kPNOriginHost: String { PNDefaultConfiguration.current.originHost }

/// The publish key of ``PNConfiguration/default()``.
public var kPNPublishKey: String { PNDefaultConfiguration.current.publishKey }

/// The subscribe key of ``PNConfiguration/default()``.
public var kPNSubscriptionKey: String { PNDefaultConfiguration.current.subscriptionKey }

/// The secret key of ``PNConfiguration/default()``; `nil` unless set.
public var kPNSecretKey: String? { PNDefaultConfiguration.current.secretKey }

/// The cipher key of ``PNConfiguration/default()`` and of a configuration that is made without one; `nil` unless set.
public var kPNCipherKey: String? { PNDefaultConfiguration.current.cipherKey }

/// The authorization key of ``PNConfiguration/default()`` and of a configuration that is made without one; `nil` unless set.
public var kPNAuthorizationKey: String? { PNDefaultConfiguration.current.authorizationKey }

/// The default of ``PNConfiguration/nonSubscriptionRequestTimeout``, in seconds.
public var kPNNonSubscriptionRequestTimeout: TimeInterval {
    PNDefaultConfiguration.current.nonSubscriptionRequestTimeout
}

/// The default of ``PNConfiguration/subscriptionRequestTimeout``, in seconds.
public var kPNSubscriptionRequestTimeout: TimeInterval { PNDefaultConfiguration.current.subscriptionRequestTimeout }

/// How long a long poll may stay silent, in seconds: the same as ``kPNSubscriptionRequestTimeout``.
public var kPNConnectionIdleTimeout: TimeInterval { PNDefaultConfiguration.current.subscriptionRequestTimeout }

/// The default of ``PNConfiguration/presenceExpirationTimeout``, in seconds: the older name of ``kPNPresenceHeartbeatTimeout``.
public var kPNPresenceExpirationTimeout: TimeInterval { TimeInterval(kPNPresenceHeartbeatTimeout) }

/// The default of ``PNConfiguration/presenceHeartbeatTimeout``, in seconds.
public var kPNPresenceHeartbeatTimeout: Int32 { PNDefaultConfiguration.current.presenceHeartbeatTimeout }

/// The default of ``PNConfiguration/presenceHeartbeatInterval``, in seconds.
public var kPNPresenceHeartbeatInterval: Int32 { PNDefaultConfiguration.current.presenceHeartbeatInterval }

/// The default of ``PNConfiguration/shouldAutoReconnectClient``.
public var kPNShouldAutoReconnectClient: Bool { PNDefaultConfiguration.current.shouldAutoReconnectClient }

/// The default of ``PNConfiguration/shouldKeepTimeTokenOnChannelsListChange``.
public var kPNShouldKeepTimeTokenOnChannelsListChange: Bool {
    PNDefaultConfiguration.current.shouldKeepTimeTokenOnChannelsListChange
}

/// The default of ``PNConfiguration/shouldResubscribeOnConnectionRestore``.
public var kPNShouldResubscribeOnConnectionRestore: Bool {
    PNDefaultConfiguration.current.shouldResubscribeOnConnectionRestore
}

/// The default of ``PNConfiguration/shouldRestoreSubscriptionFromLastTimeToken``.
public var kPNShouldRestoreSubscriptionFromLastTimeToken: Bool {
    PNDefaultConfiguration.current.shouldRestoreSubscriptionFromLastTimeToken
}

/// The default of ``PNConfiguration/shouldUseSecureConnection``.
public var kPNSecureConnectionRequired: Bool { PNDefaultConfiguration.current.secureConnectionRequired }

/// The default of ``PNConfiguration/shouldAcceptCompressedResponse``.
public var kPNShouldAcceptCompressedResponse: Bool { PNDefaultConfiguration.current.shouldAcceptCompressedResponse }

/// The default of ``PNConfiguration/shouldReduceSecurityLevelOnError``: off, unlike in 3.7.8, where it was on.
public var kPNShouldReduceSecurityLevelOnError: Bool { PNDefaultConfiguration.current.shouldReduceSecurityLevelOnError }

/// The default of ``PNConfiguration/canIgnoreSecureConnectionRequirement``: off, unlike in 3.7.8, where it was on.
public var kPNCanIgnoreSecureConnectionRequirement: Bool {
    PNDefaultConfiguration.current.canIgnoreSecureConnectionRequirement
}
