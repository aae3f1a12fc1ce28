import PubNub
import PubNubMachines
import Testing

@Suite("Error codes have the numbers of 3.7.8")
struct PNErrorCodesTests {
    static let codes: [(Int, Int)] = [
        (kPNUnknownError, -1),
        (kPNClientConfigurationError, 100),
        (kPNClientTriedConnectWhileConnectedError, 101),
        (kPNClientConnectionFailedOnInternetFailureError, 102),
        (kPNClientConnectionClosedOnInternetFailureError, 103),
        (kPNClientConnectionClosedOnSSLNegotiationFailureError, 104),
        (kPNClientConnectionClosedOnServerRequestError, 105),
        (kPNClientConnectionClosedOnSocketsError, 106),
        (kPNRequestExecutionFailedOnInternetFailureError, 107),
        (kPNRequestExecutionFailedClientNotReadyError, 108),
        (kPNRequestExecutionFailedClientSuspendedError, 109),
        (kPNRequestExecutionFailedByTimeoutError, 110),
        (kPNPresenceAPINotAvailableError, 111),
        (kPNInvalidJSONError, 112),
        (kPNInvalidSubscribeOrPublishKeyError, 113),
        (kPNTooLongMessageError, 114),
        (kPNRestrictedCharacterInChannelGroupNameError, 115),
        (kPNRestrictedCharacterInChannelGroupNamespaceNameError, 116),
        (kPNRestrictedCharacterInChannelNameError, 117),
        (kPNEmptyChannelGroupError, 118),
        (kPNEmptyChannelGroupSizeExceededError, 119),
        (kPNChannelGroupNotEnabledError, 120),
        (kPNAPIUnauthorizedAccessError, 121),
        (kPNAPIAccessForbiddenError, 122),
        (kPNAPINotAvailableOrNotEnabledError, 123),
        (kPNRequestCantBeProcessedWithOutRescheduleError, 124),
        (kPNCryptoEmptyCipherKeyError, 125),
        (kPNCryptoIllegalInitializationParametersError, 126),
        (kPNCryptoInsufficentBufferSizeError, 127),
        (kPNCryptoInsufficentMemoryError, 128),
        (kPNCryptoAligmentInputDataError, 129),
        (kPNCryptoInputDataProcessingError, 130),
        (kPNCryptoUnavailableFeatureError, 131),
        (kPNMessageObjectError, 132),
        (kPNMessageHasNoContentError, 133),
        (kPNMessageHasNoChannelError, 134),
        (kPNInvalidStatePayloadError, 135),
        (kPNCantUpdateStateForNotSubscribedChannelsError, 136),
        (kPNPushNotificationsNotEnabledError, 137),
        (kPNSecretKeyNotSpecifiedError, 138),
        (kPNDevicePushTokenIsEmptyError, 139),
        (kPNStorageNotEnabledError, 140),
        (kPNAPIRateExceededError, 141),
        (kPNResponseEncodingError, 142),
        (kPNResponseMalformedJSONError, 143),
        (kPNConnectionErrorOnSetup, 144),
        (kPNOutboxFullError, 145),
        (kPNOutboxFileError, 146),
        (kPNOutboxClearedError, 147),
        (kPNRequestQueueFullError, 148),
        (kPNEntityTagMismatchError, 150),
    ]

    @Test("Constant and number", arguments: codes)
    func number(constant: Int, number: Int) {
        #expect(constant == number)
    }

    static let constants: [(Int, Int)] = [
        (kPNUnknownError, ErrorCode.unknown),
        (kPNClientConfigurationError, ErrorCode.configurationMissing),
        (kPNClientTriedConnectWhileConnectedError, ErrorCode.alreadyConnected),
        (kPNClientConnectionFailedOnInternetFailureError, ErrorCode.connectionFailedWithoutNetwork),
        (kPNClientConnectionClosedOnInternetFailureError, ErrorCode.connectionLostWithNetwork),
        (kPNClientConnectionClosedOnSSLNegotiationFailureError, ErrorCode.connectionNotSecured),
        (kPNClientConnectionClosedOnServerRequestError, ErrorCode.connectionClosedByServer),
        (kPNClientConnectionClosedOnSocketsError, ErrorCode.connectionFailed),
        (kPNRequestExecutionFailedOnInternetFailureError, ErrorCode.requestFailedWithoutNetwork),
        (kPNRequestExecutionFailedClientNotReadyError, ErrorCode.notConnected),
        (kPNRequestExecutionFailedClientSuspendedError, ErrorCode.suspended),
        (kPNRequestExecutionFailedByTimeoutError, ErrorCode.requestTimedOut),
        (kPNPresenceAPINotAvailableError, ErrorCode.presenceNotEnabled),
        (kPNInvalidJSONError, ErrorCode.invalidJSON),
        (kPNInvalidSubscribeOrPublishKeyError, ErrorCode.invalidKey),
        (kPNTooLongMessageError, ErrorCode.messageTooLong),
        (kPNRestrictedCharacterInChannelGroupNameError, ErrorCode.invalidGroupName),
        (kPNRestrictedCharacterInChannelGroupNamespaceNameError, ErrorCode.invalidNamespaceName),
        (kPNRestrictedCharacterInChannelNameError, ErrorCode.invalidChannelName),
        (kPNEmptyChannelGroupError, ErrorCode.channelsMissing),
        (kPNEmptyChannelGroupSizeExceededError, ErrorCode.channelGroupFull),
        (kPNChannelGroupNotEnabledError, ErrorCode.channelGroupsNotEnabled),
        (kPNAPIUnauthorizedAccessError, ErrorCode.unauthorized),
        (kPNAPIAccessForbiddenError, ErrorCode.accessForbidden),
        (kPNAPINotAvailableOrNotEnabledError, ErrorCode.notEnabled),
        (kPNRequestCantBeProcessedWithOutRescheduleError, ErrorCode.requestRescheduled),
        (kPNCryptoEmptyCipherKeyError, ErrorCode.cipherKeyMissing),
        (kPNCryptoIllegalInitializationParametersError, ErrorCode.cipherSetUpFailed),
        (kPNCryptoInsufficentBufferSizeError, ErrorCode.cipherDataTooLong),
        (kPNCryptoInsufficentMemoryError, ErrorCode.cipherOutOfMemory),
        (kPNCryptoAligmentInputDataError, ErrorCode.cipherDataMisaligned),
        (kPNCryptoInputDataProcessingError, ErrorCode.cipherFailed),
        (kPNCryptoUnavailableFeatureError, ErrorCode.cipherUnavailable),
        (kPNMessageObjectError, ErrorCode.messageMissing),
        (kPNMessageHasNoContentError, ErrorCode.messageEmpty),
        (kPNMessageHasNoChannelError, ErrorCode.channelMissing),
        (kPNInvalidStatePayloadError, ErrorCode.invalidState),
        (kPNCantUpdateStateForNotSubscribedChannelsError, ErrorCode.notSubscribed),
        (kPNPushNotificationsNotEnabledError, ErrorCode.pushNotEnabled),
        (kPNSecretKeyNotSpecifiedError, ErrorCode.secretKeyMissing),
        (kPNDevicePushTokenIsEmptyError, ErrorCode.pushTokenMissing),
        (kPNStorageNotEnabledError, ErrorCode.storageNotEnabled),
        (kPNAPIRateExceededError, ErrorCode.rateExceeded),
        (kPNResponseEncodingError, ErrorCode.responseNotText),
        (kPNResponseMalformedJSONError, ErrorCode.responseMalformed),
        (kPNConnectionErrorOnSetup, ErrorCode.connectionSetUpFailed),
        (kPNOutboxFullError, ErrorCode.outboxFull),
        (kPNOutboxFileError, ErrorCode.outboxFileUnusable),
        (kPNOutboxClearedError, ErrorCode.outboxCleared),
        (kPNRequestQueueFullError, ErrorCode.requestQueueFull),
        (kPNEntityTagMismatchError, ErrorCode.entityTagMismatch),
    ]

    @Test("Each constant is the code that the client decides with")
    func decided() {
        #expect(Self.constants.count == Self.codes.count)
        #expect(Self.constants.map(\.0) == Self.codes.map(\.0).sorted())
        for (constant, code) in Self.constants { #expect(constant == code) }
    }

    @Test("Domains")
    func domains() {
        #expect(kPNDefaultErrorDomain == "com.pubnub.pubnub")
        #expect(kPNServiceErrorDomain == "com.pubnub.remote-service")
    }
}
