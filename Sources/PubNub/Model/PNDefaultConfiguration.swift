public import Foundation

/// The origin of a configuration that names none.
public let kPNOriginHost: String = "pubsub.pubnub.com"

/// The publish key of ``PNConfiguration/default()``.
public let kPNPublishKey: String = "demo"

/// The subscribe key of ``PNConfiguration/default()``.
public let kPNSubscriptionKey: String = "demo"

/// The secret key of ``PNConfiguration/default()``: none.
public let kPNSecretKey: String? = nil

/// The cipher key of ``PNConfiguration/default()``: none.
public let kPNCipherKey: String? = nil

/// The authorization key of ``PNConfiguration/default()``: none.
public let kPNAuthorizationKey: String? = nil

/// The default of ``PNConfiguration/nonSubscriptionRequestTimeout``, in seconds.
public let kPNNonSubscriptionRequestTimeout: TimeInterval = 15

/// The default of ``PNConfiguration/subscriptionRequestTimeout``, in seconds.
public let kPNSubscriptionRequestTimeout: TimeInterval = 310

/// How long a long poll may stay silent, in seconds.
public let kPNConnectionIdleTimeout: TimeInterval = 310

/// The default of ``PNConfiguration/presenceExpirationTimeout``, in seconds.
public let kPNPresenceExpirationTimeout: TimeInterval = 0

/// The default of ``PNConfiguration/presenceHeartbeatTimeout``, in seconds.
public let kPNPresenceHeartbeatTimeout: Int32 = 0

/// The default of ``PNConfiguration/presenceHeartbeatInterval``, in seconds.
public let kPNPresenceHeartbeatInterval: Int32 = 0

/// The default of ``PNConfiguration/shouldAutoReconnectClient``.
public let kPNShouldAutoReconnectClient: Bool = true

/// The default of ``PNConfiguration/shouldKeepTimeTokenOnChannelsListChange``.
public let kPNShouldKeepTimeTokenOnChannelsListChange: Bool = true

/// The default of ``PNConfiguration/shouldResubscribeOnConnectionRestore``.
public let kPNShouldResubscribeOnConnectionRestore: Bool = true

/// The default of ``PNConfiguration/shouldRestoreSubscriptionFromLastTimeToken``.
public let kPNShouldRestoreSubscriptionFromLastTimeToken: Bool = true

/// The default of ``PNConfiguration/shouldUseSecureConnection``.
public let kPNSecureConnectionRequired: Bool = true

/// The default of ``PNConfiguration/shouldAcceptCompressedResponse``.
public let kPNShouldAcceptCompressedResponse: Bool = true

/// The default of ``PNConfiguration/shouldReduceSecurityLevelOnError``: off, unlike in 3.7.8, where it was on.
public let kPNShouldReduceSecurityLevelOnError: Bool = false

/// The default of ``PNConfiguration/canIgnoreSecureConnectionRequirement``: off, unlike in 3.7.8, where it was on.
public let kPNCanIgnoreSecureConnectionRequirement: Bool = false
