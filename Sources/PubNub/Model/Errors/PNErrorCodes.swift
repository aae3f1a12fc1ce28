import PubNubMachines

/// The domain of errors that arise in the client.
public let kPNDefaultErrorDomain = "com.pubnub.pubnub"

/// The domain of errors that the service reports about names, JSON and presence.
public let kPNServiceErrorDomain = "com.pubnub.remote-service"

/// An error of the service without a code of its own; the error contains the service's message. (-1)
public let kPNUnknownError: Int = ErrorCode.unknown

/// The configuration has neither a publish nor a subscribe key. (100)
public let kPNClientConfigurationError: Int = 100

/// The client is connected or connecting already. (101)
public let kPNClientTriedConnectWhileConnectedError: Int = 101

/// The service could not be reached. (102)
public let kPNClientConnectionFailedOnInternetFailureError: Int = ErrorCode.connectionFailedWithoutNetwork

/// The connection was lost together with the network. (103)
public let kPNClientConnectionClosedOnInternetFailureError: Int = ErrorCode.connectionLostWithNetwork

/// TLS could not be set up. (104)
public let kPNClientConnectionClosedOnSSLNegotiationFailureError: Int = ErrorCode.connectionNotSecured

/// The server closed the connection. (105)
public let kPNClientConnectionClosedOnServerRequestError: Int = ErrorCode.connectionClosedByServer

/// The connection failed. (106)
public let kPNClientConnectionClosedOnSocketsError: Int = 106

/// A request failed because the network is unavailable. (107)
public let kPNRequestExecutionFailedOnInternetFailureError: Int = ErrorCode.requestFailedWithoutNetwork

/// A request needs a client that is connected. Also ends every call of a client that the application releases. (108)
public let kPNRequestExecutionFailedClientNotReadyError: Int = ErrorCode.notConnected

/// A request needs a client that is not suspended. (109)
public let kPNRequestExecutionFailedClientSuspendedError: Int = ErrorCode.suspended

/// No response arrived in time. (110)
public let kPNRequestExecutionFailedByTimeoutError: Int = ErrorCode.requestTimedOut

/// Presence is not enabled for the subscribe key. (111)
public let kPNPresenceAPINotAvailableError: Int = 111

/// A value cannot be represented in JSON, or the service did not accept the JSON. (112)
public let kPNInvalidJSONError: Int = ErrorCode.invalidJSON

/// The service does not know the publish or subscribe key. (113)
public let kPNInvalidSubscribeOrPublishKeyError: Int = ErrorCode.invalidKey

/// The message is larger than the service accepts. (114)
public let kPNTooLongMessageError: Int = ErrorCode.messageTooLong

/// The name of a channel group has characters that are not allowed. (115)
public let kPNRestrictedCharacterInChannelGroupNameError: Int = 115

/// The name of a namespace has characters that are not allowed. (116)
public let kPNRestrictedCharacterInChannelGroupNamespaceNameError: Int = 116

/// The name of a channel has characters that are not allowed. (117)
public let kPNRestrictedCharacterInChannelNameError: Int = 117

/// A channel group has no channels, or the call has none. (118)
public let kPNEmptyChannelGroupError: Int = 118

/// A channel group would have too many channels. (119)
public let kPNEmptyChannelGroupSizeExceededError: Int = 119

/// The channel registry is not enabled for the subscribe key. (120)
public let kPNChannelGroupNotEnabledError: Int = 120

/// The service did not accept the credentials of the request. (121)
public let kPNAPIUnauthorizedAccessError: Int = 121

/// Access rights are missing. (122)
public let kPNAPIAccessForbiddenError: Int = ErrorCode.accessForbidden

/// The operation is not enabled for the subscribe key. (123)
public let kPNAPINotAvailableOrNotEnabledError: Int = 123

/// The client has to send the request again; applications never receive this. (124)
public let kPNRequestCantBeProcessedWithOutRescheduleError: Int = 124

/// The cipher key is empty. (125)
public let kPNCryptoEmptyCipherKeyError: Int = 125

/// The cipher could not be set up. (126)
public let kPNCryptoIllegalInitializationParametersError: Int = 126

/// The data is longer than the cipher accepts. (127)
public let kPNCryptoInsufficentBufferSizeError: Int = 127

/// The cipher could not allocate memory. (128)
public let kPNCryptoInsufficentMemoryError: Int = 128

/// The encrypted data has an impossible length. (129)
public let kPNCryptoAligmentInputDataError: Int = 129

/// The data could not be encrypted or decrypted. (130)
public let kPNCryptoInputDataProcessingError: Int = 130

/// The requested cipher is not available. (131)
public let kPNCryptoUnavailableFeatureError: Int = ErrorCode.cipherUnavailable

/// The message to send is missing. (132)
public let kPNMessageObjectError: Int = 132

/// The message has no content. (133)
public let kPNMessageHasNoContentError: Int = 133

/// The message has no channel. (134)
public let kPNMessageHasNoChannelError: Int = 134

/// A client state is not a dictionary of plain values. (135)
public let kPNInvalidStatePayloadError: Int = 135

/// A state can be set only on subscribed channels and groups. (136)
public let kPNCantUpdateStateForNotSubscribedChannelsError: Int = 136

/// Push notifications are not enabled for the subscribe key. (137)
public let kPNPushNotificationsNotEnabledError: Int = 137

/// The secret key is missing or wrong. (138)
public let kPNSecretKeyNotSpecifiedError: Int = 138

/// The device push token is missing. (139)
public let kPNDevicePushTokenIsEmptyError: Int = 139

/// Message storage is not enabled for the subscribe key. (140)
public let kPNStorageNotEnabledError: Int = 140

/// The service limits the rate of requests; the error contains the service's message. (141)
public let kPNAPIRateExceededError: Int = ErrorCode.rateExceeded

/// A response is not text. (142)
public let kPNResponseEncodingError: Int = ErrorCode.responseNotText

/// A response does not conform to the protocol. (143)
public let kPNResponseMalformedJSONError: Int = ErrorCode.responseMalformed

/// The client could not be set up to connect. (144)
public let kPNConnectionErrorOnSetup: Int = ErrorCode.connectionSetUpFailed

/// The outbox is full. (145)
public let kPNOutboxFullError: Int = 145

/// The file of the outbox cannot be used or written. (146)
public let kPNOutboxFileError: Int = 146

/// The message was removed from the outbox before it was sent. (147)
public let kPNOutboxClearedError: Int = 147

/// Too many calls wait to be sent: 10,000 for one channel, or 100,000 in all; or 10,000 changes of the subscription, or
/// changes of 100,000 channels and groups. The call was not sent. (148)
public let kPNRequestQueueFullError: Int = ErrorCode.requestQueueFull

/// The object has been modified since it was read, so that its entity tag does not match. (150)
public let kPNEntityTagMismatchError: Int = 150
