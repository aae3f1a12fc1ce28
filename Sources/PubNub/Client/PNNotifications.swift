/// The key of the user info dictionary under which a notification carries its payload.
///
/// 3.7.8 posted the payload in place of the dictionary. A notification without a payload has no dictionary. The object
/// of a notification is the client; it is posted on the callback queue of the client, after the delegate and the
/// observers.
public let kPNNotificationPayloadKey: String = "PNNotificationPayload"

/// Messages may be missing: an array of two ``PNDate``, between which they are. Not part of 3.7.8.
public let kPNClientDidLoseMessagesNotification: String = "PNClientDidLoseMessagesNotification"

/// An error that belongs to no call: ``PNError``.
public let kPNClientErrorNotification: String = "PNClientErrorNotification"

/// The client is about to connect: the origin.
public let kPNClientWillConnectToOriginNotification: String = "PNClientWillConnectToOriginNotification"

/// The client is connected: the origin.
public let kPNClientDidConnectToOriginNotification: String = "PNClientDidConnectToOriginNotification"

/// The client disconnected on request: the origin.
public let kPNClientDidDisconnectFromOriginNotification: String = "PNClientDidDisconnectFromOriginNotification"

/// The client could not connect, is about to lose its connection, or lost it: ``PNError``; without a payload if the
/// network is missing.
public let kPNClientConnectionDidFailWithErrorNotification: String = "PNClientConnectionDidFailWithErrorNotification"

/// A message is about to be sent: ``PNMessage``.
public let kPNClientWillSendMessageNotification: String = "PNClientWillSendMessageNotification"

/// The service accepted a message: ``PNMessage``.
public let kPNClientDidSendMessageNotification: String = "PNClientDidSendMessageNotification"

/// A message was not sent: ``PNError`` about the message.
public let kPNClientMessageSendingDidFailNotification: String = "PNClientMessageSendingDidFailNotification"

/// A message arrived: ``PNMessage``.
public let kPNClientDidReceiveMessageNotification: String = "PNClientDidReceiveMessageNotification"

/// A presence event arrived: ``PNPresenceEvent``.
public let kPNClientDidReceivePresenceEventNotification: String = "PNClientDidReceivePresenceEventNotification"

/// A signal arrived: ``PNSignalResult``.
public let kPNClientDidReceiveSignalNotification: String = "PNClientDidReceiveSignalNotification"

/// A user, channel or membership changed (App Context): ``PNObjectEventResult``.
public let kPNClientDidReceiveObjectEventNotification: String = "PNClientDidReceiveObjectEventNotification"

/// An action was added to a message or removed: ``PNMessageActionResult``.
public let kPNClientDidReceiveMessageActionNotification: String = "PNClientDidReceiveMessageActionNotification"

/// A page of history arrived: ``PNMessagesHistory``.
public let kPNClientDidReceiveMessagesHistoryNotification: String = "PNClientDidReceiveMessagesHistoryNotification"

/// A page of history could not be loaded: ``PNError`` about the channel.
public let kPNClientHistoryDownloadFailedWithErrorNotification: String =
    "PNClientHistoryDownloadFailedWithErrorNotification"

/// The time arrived: an `NSNumber` with the timetoken.
public let kPNClientDidReceiveTimeTokenNotification: String = "PNClientDidReceiveTimeTokenNotification"

/// The time could not be requested: ``PNError``.
public let kPNClientDidFailTimeTokenReceiveNotification: String = "PNClientDidFailTimeTokenReceiveNotification"

/// Presence observation ended: an array of channels and groups.
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

/// Subscriptions ended: an array of channels and groups.
public let kPNClientUnsubscriptionDidCompleteNotification: String = "PNClientUnsubscriptionDidCompleteNotification"

/// The client unsubscribed under its old identifier: an array of channels and groups.
public let kPNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification: String =
    "PNClientUnsubscriptionDidCompleteOnClientIdentifierUpdateNotification"

/// The client could not unsubscribe: ``PNError`` about an array of channels and groups.
public let kPNClientUnsubscriptionDidFailNotification: String = "PNClientUnsubscriptionDidFailNotification"

/// The client could not unsubscribe under its old identifier: ``PNError`` about an array of channels and groups.
public let kPNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification: String =
    "PNClientUnsubscriptionDidFailOnClientIdentifierUpdateNotification"

/// The state of a client arrived: ``PNClient``.
public let kPNClientDidReceiveClientStateNotification: String = "PNClientDidReceiveClientStateNotification"

/// The channels of a client arrived: ``PNWhereNow``.
public let kPNClientDidReceiveParticipantChannelsListNotification: String =
    "PNClientDidReceiveParticipantChannelsListNotification"

/// A list of participants arrived: ``PNHereNow``.
public let kPNClientDidReceiveParticipantsListNotification: String = "PNClientDidReceiveParticipantsListNotification"

/// The state of a client was set: ``PNClient``.
public let kPNClientDidUpdateClientStateNotification: String = "PNClientDidUpdateClientStateNotification"

/// The channels of a client could not be requested: ``PNError`` about its identifier.
public let kPNClientParticipantChannelsListDownloadFailedWithErrorNotification: String =
    "PNClientParticipantChannelsListDownloadFailedWithErrorNotification"

/// A list of participants could not be requested: ``PNError`` about an array of channels and groups.
public let kPNClientParticipantsListDownloadFailedWithErrorNotification: String =
    "PNClientParticipantsListDownloadFailedWithErrorNotification"

/// The state of a client could not be requested: ``PNError`` about ``PNClient``.
public let kPNClientStateRetrieveDidFailWithErrorNotification: String =
    "PNClientStateRetrieveDidFailWithErrorNotification"

/// The state of a client could not be set: ``PNError`` about ``PNClient``.
public let kPNClientStateUpdateDidFailWithErrorNotification: String = "PNClientStateUpdateDidFailWithErrorNotification"

/// A namespace was removed: its name.
public let kPNClientChannelGroupNamespaceRemovalCompleteNotification: String =
    "PNClientChannelGroupNamespaceRemovalCompleteNotification"

/// A namespace could not be removed: ``PNError`` about its name.
public let kPNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification: String =
    "PNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification"

/// Namespaces arrived: an array of their names.
public let kPNClientChannelGroupNamespacesRequestCompleteNotification: String =
    "PNClientChannelGroupNamespacesRequestCompleteNotification"

/// Namespaces could not be requested: ``PNError``.
public let kPNClientChannelGroupNamespacesRequestDidFailWithErrorNotification: String =
    "PNClientChannelGroupNamespacesRequestDidFailWithErrorNotification"

/// A channel group was removed: ``PNChannelGroup``.
public let kPNClientChannelGroupRemovalCompleteNotification: String = "PNClientChannelGroupRemovalCompleteNotification"

/// A channel group could not be removed: ``PNError`` about the group.
public let kPNClientChannelGroupRemovalDidFailWithErrorNotification: String =
    "PNClientChannelGroupRemovalDidFailWithErrorNotification"

/// Channel groups arrived: an array of ``PNChannelGroup``, or a dictionary from the name of the namespace to one.
public let kPNClientChannelGroupsRequestCompleteNotification: String =
    "PNClientChannelGroupsRequestCompleteNotification"

/// Channel groups could not be requested: ``PNError`` about the name of the namespace.
public let kPNClientChannelGroupsRequestDidFailWithErrorNotification: String =
    "PNClientChannelGroupsRequestDidFailWithErrorNotification"

/// The channels of a group arrived: ``PNChannelGroup``.
public let kPNClientChannelsForGroupRequestCompleteNotification: String =
    "PNClientChannelsForGroupRequestCompleteNotification"

/// The channels of a group could not be requested: ``PNError`` about the group.
public let kPNClientChannelsForGroupRequestDidFailWithErrorNotification: String =
    "PNClientChannelsForGroupRequestDidFailWithErrorNotification"

/// Channels were added to a group: ``PNChannelGroupChange``.
public let kPNClientGroupChannelsAdditionCompleteNotification: String =
    "PNClientGroupChannelsAdditionCompleteNotification"

/// Channels could not be added to a group: ``PNError`` about ``PNChannelGroupChange``.
public let kPNClientGroupChannelsAdditionDidFailWithErrorNotification: String =
    "PNClientGroupChannelsAdditionDidFailWithErrorNotification"

/// Channels were removed from a group: ``PNChannelGroupChange``.
public let kPNClientGroupChannelsRemovalCompleteNotification: String =
    "PNClientGroupChannelsRemovalCompleteNotification"

/// Channels could not be removed from a group: ``PNError`` about ``PNChannelGroupChange``.
public let kPNClientGroupChannelsRemovalDidFailWithErrorNotification: String =
    "PNClientGroupChannelsRemovalDidFailWithErrorNotification"

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

/// All push notifications of the device ended; without a payload.
public let kPNClientPushNotificationRemoveDidCompleteNotification: String =
    "PNClientPushNotificationRemoveDidCompleteNotification"

/// Push notifications could not be removed: ``PNError``.
public let kPNClientPushNotificationRemoveDidFailNotification: String =
    "PNClientPushNotificationRemoveDidFailNotification"
