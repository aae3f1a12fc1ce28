/// Access rights arrived: ``PNAccessRightsCollection``.
public let kPNClientAccessRightsAuditDidCompleteNotification: String =
    "PNClientAccessRightsAuditDidCompleteNotification"

/// Access rights could not be requested: ``PNError`` about ``PNAccessRightOptions``.
public let kPNClientAccessRightsAuditDidFailNotification: String = "PNClientAccessRightsAuditDidFailNotification"

/// Access rights were changed: ``PNAccessRightsCollection``.
public let kPNClientAccessRightsChangeDidCompleteNotification: String =
    "PNClientAccessRightsChangeDidCompleteNotification"

/// Access rights could not be changed: ``PNError`` about ``PNAccessRightOptions``.
public let kPNClientAccessRightsChangeDidFailNotification: String = "PNClientAccessRightsChangeDidFailNotification"

/// The channels that send push notifications arrived: an array of ``PNChannel``.
public let kPNClientPushNotificationChannelsRetrieveDidCompleteNotification: String =
    "PNClientPushNotificationChannelsRetrieveDidCompleteNotification"

/// The channels that send push notifications could not be requested: ``PNError``.
public let kPNClientPushNotificationChannelsRetrieveDidFailNotification: String =
    "PNClientPushNotificationChannelsRetrieveDidFailNotification"

/// Channels no longer send push notifications: an array of ``PNChannel``.
public let kPNClientPushNotificationDisableDidCompleteNotification: String =
    "PNClientPushNotificationDisableDidCompleteNotification"

/// Push notifications could not be disabled: ``PNError`` about an array of channels.
public let kPNClientPushNotificationDisableDidFailNotification: String =
    "PNClientPushNotificationDisableDidFailNotification"

/// Channels send push notifications: an array of ``PNChannel``.
public let kPNClientPushNotificationEnableDidCompleteNotification: String =
    "PNClientPushNotificationEnableDidCompleteNotification"

/// Push notifications could not be enabled: ``PNError`` about an array of channels.
public let kPNClientPushNotificationEnableDidFailNotification: String =
    "PNClientPushNotificationEnableDidFailNotification"

/// The device gets no more push notifications; there is no payload.
public let kPNClientPushNotificationRemoveDidCompleteNotification: String =
    "PNClientPushNotificationRemoveDidCompleteNotification"

/// Push notifications could not be removed: ``PNError``.
public let kPNClientPushNotificationRemoveDidFailNotification: String =
    "PNClientPushNotificationRemoveDidFailNotification"
