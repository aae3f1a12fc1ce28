/// The state of a client arrived: ``PNClient``.
public let kPNClientDidReceiveClientStateNotification: String = "PNClientDidReceiveClientStateNotification"

/// It is known where a client is: ``PNWhereNow``.
public let kPNClientDidReceiveParticipantChannelsListNotification: String =
    "PNClientDidReceiveParticipantChannelsListNotification"

/// It is known who is where: ``PNHereNow``.
public let kPNClientDidReceiveParticipantsListNotification: String = "PNClientDidReceiveParticipantsListNotification"

/// The state of a client was set: ``PNClient``.
public let kPNClientDidUpdateClientStateNotification: String = "PNClientDidUpdateClientStateNotification"

/// It could not be found out where a client is: ``PNError`` about its identifier.
public let kPNClientParticipantChannelsListDownloadFailedWithErrorNotification: String =
    "PNClientParticipantChannelsListDownloadFailedWithErrorNotification"

/// It could not be found out who is where: ``PNError`` about an array of channels and groups.
public let kPNClientParticipantsListDownloadFailedWithErrorNotification: String =
    "PNClientParticipantsListDownloadFailedWithErrorNotification"

/// The state of a client could not be requested: ``PNError`` about ``PNClient``.
public let kPNClientStateRetrieveDidFailWithErrorNotification: String =
    "PNClientStateRetrieveDidFailWithErrorNotification"

/// The state of a client could not be set: ``PNError`` about ``PNClient``.
public let kPNClientStateUpdateDidFailWithErrorNotification: String = "PNClientStateUpdateDidFailWithErrorNotification"
