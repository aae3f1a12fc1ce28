/// Presence is no longer observed: an array of channels and groups.
public let kPNClientPresenceDisablingDidCompleteNotification: String =
    "PNClientPresenceDisablingDidCompleteNotification"

/// Presence observation could not be turned off: ``PNError`` about an array of channels and groups.
public let kPNClientPresenceDisablingDidFailNotification: String = "PNClientPresenceDisablingDidFailNotification"

/// Presence is observed: an array of channels and groups.
public let kPNClientPresenceEnablingDidCompleteNotification: String = "PNClientPresenceEnablingDidCompleteNotification"

/// Presence observation could not be turned on: ``PNError`` about an array of channels and groups.
public let kPNClientPresenceEnablingDidFailNotification: String = "PNClientPresenceEnablingDidFailNotification"

/// The client is subscribed: an array of channels and groups.
public let kPNClientSubscriptionDidCompleteNotification: String = "PNClientSubscriptionDidCompleteNotification"

/// The client is subscribed under its new identifier: an array of channels and groups.
public let kPNClientSubscriptionDidCompleteOnClientIdentifierUpdateNotification: String =
    "PNClientSubscriptionDidCompleteOnClientIdentifierUpdateNotification"

/// The client could not subscribe: ``PNError`` about an array of channels and groups.
public let kPNClientSubscriptionDidFailNotification: String = "PNClientSubscriptionDidFailNotification"

/// The client could not subscribe under its new identifier: ``PNError`` about an array of channels and groups.
public let kPNClientSubscriptionDidFailOnClientIdentifierUpdateNotification: String =
    "PNClientSubscriptionDidFailOnClientIdentifierUpdateNotification"

/// The client subscribed again: an array of channels and groups.
public let kPNClientSubscriptionDidRestoreNotification: String = "PNClientSubscriptionDidRestoreNotification"

/// The client is about to subscribe again: an array of channels and groups.
public let kPNClientSubscriptionWillRestoreNotification: String = "PNClientSubscriptionWillRestoreNotification"

/// The client is no longer subscribed: an array of channels and groups.
public let kPNClientUnsubscriptionDidCompleteNotification: String = "PNClientUnsubscriptionDidCompleteNotification"

/// The client unsubscribed under its old identifier: an array of channels and groups.
public let kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification: String =
    "PNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification"

/// The client could not unsubscribe: ``PNError`` about an array of channels and groups.
public let kPNClientUnsubscriptionDidFailNotification: String = "PNClientUnsubscriptionDidFailNotification"

/// The client could not unsubscribe under its old identifier: ``PNError`` about an array of channels and groups.
public let kPNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification: String =
    "PNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification"
