/// The key of the user info dictionary under which a notification carries its payload.
///
/// 3.7.8 posted the payload in place of the dictionary. A notification without a payload has no dictionary. The object
/// of a notification is the client; it is posted on the callback queue of the client, after delegate and observers were
/// told.
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

/// The client could not connect, is about to lose its connection, or lost it: ``PNError``; nothing when there is no
/// network yet.
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

/// Messages of the past arrived: ``PNMessagesHistory``.
public let kPNClientDidReceiveMessagesHistoryNotification: String = "PNClientDidReceiveMessagesHistoryNotification"

/// Messages of the past could not be loaded: ``PNError`` about the channel.
public let kPNClientHistoryDownloadFailedWithErrorNotification: String =
    "PNClientHistoryDownloadFailedWithErrorNotification"

/// The time arrived: an `NSNumber` with the time token.
public let kPNClientDidReceiveTimeTokenNotification: String = "PNClientDidReceiveTimeTokenNotification"

/// The time could not be requested: ``PNError``.
public let kPNClientDidFailTimeTokenReceiveNotification: String = "PNClientDidFailTimeTokenReceiveNotification"
