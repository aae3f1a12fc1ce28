import PubNub
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

    @Test("Domains")
    func domains() {
        #expect(kPNDefaultErrorDomain == "com.pubnub.pubnub")
        #expect(kPNServiceErrorDomain == "com.pubnub.remote-service")
    }
}
