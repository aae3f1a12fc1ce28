import PubNubCore
import PubNubMachines

/// The domain of errors that arise in the client.
public let kPNDefaultErrorDomain: String = ErrorDomain.client

/// The domain of errors that the service reports about names, JSON and presence.
public let kPNServiceErrorDomain: String = ErrorDomain.service

/// An error of the service without a code of its own; the error contains the service's message. (-1)
public let kPNUnknownError: Int = ErrorCode.unknown

/// The configuration has neither a publish nor a subscribe key. (100)
public let kPNClientConfigurationError: Int = ErrorCode.configurationMissing

/// The client is connected or connecting already. (101)
public let kPNClientTriedConnectWhileConnectedError: Int = ErrorCode.alreadyConnected

/// The service could not be reached. (102)
public let kPNClientConnectionFailedOnInternetFailureError: Int = ErrorCode.connectionFailedWithoutNetwork

/// The connection was lost together with the network. (103)
public let kPNClientConnectionClosedOnInternetFailureError: Int = ErrorCode.connectionLostWithNetwork

/// TLS could not be set up. (104)
public let kPNClientConnectionClosedOnSSLNegotiationFailureError: Int = ErrorCode.connectionNotSecured

/// The server closed the connection. (105)
public let kPNClientConnectionClosedOnServerRequestError: Int = ErrorCode.connectionClosedByServer

/// The connection failed. (106)
public let kPNClientConnectionClosedOnSocketsError: Int = ErrorCode.connectionFailed

/// A request failed because the network is unavailable. (107)
public let kPNRequestExecutionFailedOnInternetFailureError: Int = ErrorCode.requestFailedWithoutNetwork

/// A request needs a client that is connected. Also ends every call of a client that the application releases. (108)
public let kPNRequestExecutionFailedClientNotReadyError: Int = ErrorCode.notConnected

/// A request needs a client that is not suspended. (109)
public let kPNRequestExecutionFailedClientSuspendedError: Int = ErrorCode.suspended

/// No response arrived in time. (110)
public let kPNRequestExecutionFailedByTimeoutError: Int = ErrorCode.requestTimedOut

/// Presence is not enabled for the subscribe key. (111)
public let kPNPresenceAPINotAvailableError: Int = ErrorCode.presenceNotEnabled

/// A value cannot be represented in JSON, or the service did not accept the JSON. (112)
public let kPNInvalidJSONError: Int = ErrorCode.invalidJSON

/// The service does not know the publish or subscribe key. (113)
public let kPNInvalidSubscribeOrPublishKeyError: Int = ErrorCode.invalidKey

/// The message is larger than the service accepts. (114)
public let kPNTooLongMessageError: Int = ErrorCode.messageTooLong

/// The name of a channel group has characters that are not allowed. (115)
public let kPNRestrictedCharacterInChannelGroupNameError: Int = ErrorCode.invalidGroupName

/// The name of a namespace has characters that are not allowed. (116)
public let kPNRestrictedCharacterInChannelGroupNamespaceNameError: Int = ErrorCode.invalidNamespaceName

/// The name of a channel has characters that are not allowed. (117)
public let kPNRestrictedCharacterInChannelNameError: Int = ErrorCode.invalidChannelName

/// A channel group has no channels, or the call has none. (118)
public let kPNEmptyChannelGroupError: Int = ErrorCode.channelsMissing

/// A channel group would have too many channels. (119)
public let kPNEmptyChannelGroupSizeExceededError: Int = ErrorCode.channelGroupFull

/// The channel registry is not enabled for the subscribe key. (120)
public let kPNChannelGroupNotEnabledError: Int = ErrorCode.channelGroupsNotEnabled

/// The service did not accept the credentials of the request. (121)
public let kPNAPIUnauthorizedAccessError: Int = ErrorCode.unauthorized

/// Access rights are missing. (122)
public let kPNAPIAccessForbiddenError: Int = ErrorCode.accessForbidden

/// The operation is not enabled for the subscribe key. (123)
public let kPNAPINotAvailableOrNotEnabledError: Int = ErrorCode.notEnabled

/// The client has to send the request again; applications never receive this. (124)
public let kPNRequestCantBeProcessedWithOutRescheduleError: Int = ErrorCode.requestRescheduled

/// The cipher key is empty. (125)
public let kPNCryptoEmptyCipherKeyError: Int = ErrorCode.cipherKeyMissing

/// The cipher could not be set up. (126)
public let kPNCryptoIllegalInitializationParametersError: Int = ErrorCode.cipherSetUpFailed

/// The data is longer than the cipher accepts. (127)
public let kPNCryptoInsufficentBufferSizeError: Int = ErrorCode.cipherDataTooLong

/// The cipher could not allocate memory. (128)
public let kPNCryptoInsufficentMemoryError: Int = ErrorCode.cipherOutOfMemory

/// The encrypted data has an impossible length. (129)
public let kPNCryptoAligmentInputDataError: Int = ErrorCode.cipherDataMisaligned

/// The data could not be encrypted or decrypted. (130)
public let kPNCryptoInputDataProcessingError: Int = ErrorCode.cipherFailed

/// The requested cipher is not available. (131)
public let kPNCryptoUnavailableFeatureError: Int = ErrorCode.cipherUnavailable

/// The message to send is missing. (132)
public let kPNMessageObjectError: Int = ErrorCode.messageMissing

/// The message has no content. (133)
public let kPNMessageHasNoContentError: Int = ErrorCode.messageEmpty

/// The message has no channel. (134)
public let kPNMessageHasNoChannelError: Int = ErrorCode.channelMissing

/// A client state is not a dictionary of plain values. (135)
public let kPNInvalidStatePayloadError: Int = ErrorCode.invalidState

/// A state can be set only on subscribed channels and groups. (136)
public let kPNCantUpdateStateForNotSubscribedChannelsError: Int = ErrorCode.notSubscribed

/// Push notifications are not enabled for the subscribe key. (137)
public let kPNPushNotificationsNotEnabledError: Int = ErrorCode.pushNotEnabled

/// The secret key is missing or wrong. (138)
public let kPNSecretKeyNotSpecifiedError: Int = ErrorCode.secretKeyMissing

/// The device push token is missing. (139)
public let kPNDevicePushTokenIsEmptyError: Int = ErrorCode.pushTokenMissing

/// Message storage is not enabled for the subscribe key. (140)
public let kPNStorageNotEnabledError: Int = ErrorCode.storageNotEnabled

/// The service limits the rate of requests; the error contains the service's message. (141)
public let kPNAPIRateExceededError: Int = ErrorCode.rateExceeded

/// A response is not text. (142)
public let kPNResponseEncodingError: Int = ErrorCode.responseNotText

/// A response does not conform to the protocol. (143)
public let kPNResponseMalformedJSONError: Int = ErrorCode.responseMalformed

/// The client could not be set up to connect. (144)
public let kPNConnectionErrorOnSetup: Int = ErrorCode.connectionSetUpFailed

/// The outbox is full. (145)
public let kPNOutboxFullError: Int = ErrorCode.outboxFull

/// The file of the outbox cannot be used or written. (146)
public let kPNOutboxFileError: Int = ErrorCode.outboxFileUnusable

/// The message was removed from the outbox before it was sent. (147)
public let kPNOutboxClearedError: Int = ErrorCode.outboxCleared

/// Too many calls wait to be sent: 10,000 for one channel, or 100,000 in all; or 10,000 changes of the subscription, or
/// changes of 100,000 channels and groups. The call was not sent. (148)
public let kPNRequestQueueFullError: Int = ErrorCode.requestQueueFull

/// The object has been modified since it was read, so that its entity tag does not match. (150)
public let kPNEntityTagMismatchError: Int = ErrorCode.entityTagMismatch
