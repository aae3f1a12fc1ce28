public import Foundation
public final class PNError: NSError, @unchecked Sendable {
    public convenience init(code: Int) { self.init(domain: "x", code: code) }
    public convenience init(message: String, code: Int) { self.init(domain: "x", code: code, userInfo: ["m": message]) }
}
public let kPNAPIAccessForbiddenError = 122
public let kPNAPINotAvailableOrNotEnabledError = 123
public let kPNAPIRateExceededError = 141
public let kPNAPIUnauthorizedAccessError = 121
public let kPNCantUpdateStateForNotSubscribedChannelsError = 136
public let kPNChannelGroupNotEnabledError = 120
public let kPNClientConfigurationError = 100
public let kPNClientConnectionClosedOnInternetFailureError = 103
public let kPNClientConnectionClosedOnSSLNegotiationFailureError = 104
public let kPNClientConnectionClosedOnServerRequestError = 105
public let kPNClientConnectionClosedOnSocketsError = 106
public let kPNClientConnectionFailedOnInternetFailureError = 102
public let kPNClientTriedConnectWhileConnectedError = 101
public let kPNConnectionErrorOnSetup = 144
public let kPNCryptoAligmentInputDataError = 129
public let kPNCryptoEmptyCipherKeyError = 125
public let kPNCryptoIllegalInitializationParametersError = 126
public let kPNCryptoInputDataProcessingError = 130
public let kPNCryptoInsufficentBufferSizeError = 127
public let kPNCryptoInsufficentMemoryError = 128
public let kPNCryptoUnavailableFeatureError = 131
public let kPNDevicePushTokenIsEmptyError = 139
public let kPNEmptyChannelGroupError = 118
public let kPNEmptyChannelGroupSizeExceededError = 119
public let kPNInvalidJSONError = 112
public let kPNInvalidStatePayloadError = 135
public let kPNInvalidSubscribeOrPublishKeyError = 113
public let kPNMessageHasNoChannelError = 134
public let kPNMessageHasNoContentError = 133
public let kPNMessageObjectError = 132
public let kPNPresenceAPINotAvailableError = 111
public let kPNPushNotificationsNotEnabledError = 137
public let kPNRequestCantBeProcessedWithOutRescheduleError = 124
public let kPNRequestExecutionFailedByTimeoutError = 110
public let kPNRequestExecutionFailedClientNotReadyError = 108
public let kPNRequestExecutionFailedClientSuspendedError = 109
public let kPNRequestExecutionFailedOnInternetFailureError = 107
public let kPNResponseEncodingError = 142
public let kPNResponseMalformedJSONError = 143
public let kPNRestrictedCharacterInChannelGroupNameError = 115
public let kPNRestrictedCharacterInChannelGroupNamespaceNameError = 116
public let kPNRestrictedCharacterInChannelNameError = 117
public let kPNSecretKeyNotSpecifiedError = 138
public let kPNStorageNotEnabledError = 140
public let kPNTooLongMessageError = 114
public let kPNUnknownError = -1
