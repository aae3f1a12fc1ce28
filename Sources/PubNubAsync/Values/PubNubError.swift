import PubNub
import PubNubMachines

/// The error of a call or of a subscription.
///
/// Its description contains no keys, tokens, signatures or messages, so it may be logged.
public struct PubNubError: Error, Sendable {
    /// The kind of an error. More kinds may be added, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The client is shutting down.
        public static let shuttingDown = Code("shuttingDown")
        /// The client is not connected.
        public static let notConnected = Code("notConnected")
        /// The client is suspended.
        public static let suspended = Code("suspended")
        /// The connection to the service could not be made, or was lost.
        public static let connectionLost = Code("connectionLost")
        /// No response arrived in time.
        public static let timedOut = Code("timedOut")
        /// TLS with the service failed.
        public static let notSecured = Code("notSecured")
        /// The access manager refused the call.
        public static let accessDenied = Code("accessDenied")
        /// The feature is disabled for the subscribe key.
        public static let notEnabled = Code("notEnabled")
        /// A key is missing, or the service does not know it.
        public static let invalidKey = Code("invalidKey")
        /// The configuration is invalid; the reason names the setting, for example the origin.
        public static let invalidConfiguration = Code("invalidConfiguration")
        /// The name of a channel or group is invalid.
        public static let invalidName = Code("invalidName")
        /// A message cannot be represented as JSON, or is empty.
        public static let invalidMessage = Code("invalidMessage")
        /// A state is not a dictionary of strings, numbers and booleans.
        public static let invalidState = Code("invalidState")
        /// An argument of the call is invalid; the reason names it.
        public static let invalidArgument = Code("invalidArgument")
        /// The message is longer than the service allows.
        public static let messageTooLong = Code("messageTooLong")
        /// The file is larger than the service allows.
        public static let fileTooLarge = Code("fileTooLarge")
        /// The service limits the rate of requests.
        public static let rateLimited = Code("rateLimited")
        /// Too many calls wait to be sent.
        public static let queueFull = Code("queueFull")
        /// The outbox is full.
        public static let outboxFull = Code("outboxFull")
        /// The file of the outbox cannot be used.
        public static let outboxFile = Code("outboxFile")
        /// The message was removed from the outbox.
        public static let outboxCleared = Code("outboxCleared")
        /// The service has no such object.
        public static let notFound = Code("notFound")
        /// The object was changed since its entity tag was read.
        public static let entityTagMismatch = Code("entityTagMismatch")
        /// The response is not what the call needs.
        public static let invalidResponse = Code("invalidResponse")
        /// A message cannot be encrypted or decrypted.
        public static let encryption = Code("encryption")
        /// The call needs a secret key, and the configuration has none or not that of the keyset.
        public static let secretKeyMissing = Code("secretKeyMissing")
        /// An access token cannot be read.
        public static let invalidToken = Code("invalidToken")
        /// The service refused the call for another reason.
        public static let refused = Code("refused")
        /// The reason is not known.
        public static let unknown = Code("unknown")
    }

    /// The kind of the error.
    public let code: Code
    /// What failed and why, in one or two sentences.
    public let reason: String
    /// The HTTP status of the response, if it is known.
    public internal(set) var statusCode: Int?
    /// The channels that the error is about.
    public let channels: [String]
    /// The channel groups that the error is about.
    public let groups: [String]
    /// Whether the service may have processed the call although no response arrived.
    public let isOutcomeUnknown: Bool
    /// How long the service asks to wait before the call is repeated; `nil` if it does not ask.
    public let retryAfter: Duration?
    /// The file that the error is about: of a download, or of an upload that has succeeded while its message has not; `nil` for none.
    public internal(set) var file: FileReference?
    /// The cause: an error of the 3.x interface, of a decoder or of an encoder.
    public let underlying: (any Error)?

    init(
        _ code: Code,
        _ reason: String,
        channels: [String] = [],
        groups: [String] = [],
        isOutcomeUnknown: Bool = false,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        statusCode = nil
        self.channels = channels
        self.groups = groups
        self.isOutcomeUnknown = isOutcomeUnknown
        retryAfter = nil
        self.underlying = underlying
    }

    /// The error for a failed call.
    init(_ failure: Failure) {
        self.init(PNError(failure))
    }

    /// The error for one of the 3.x interface.
    init(_ error: PNError) {
        let objects = error.associatedObject as? [any PNChannelProtocol] ?? []
        code = Code(error)
        reason =
            error.isAbandoned
            ? "The task was cancelled."
            : [error.localizedDescription, error.localizedFailureReason].compactMap { $0 }.joined(separator: " ")
        statusCode = error.statusCode
        channels = objects.filter { !$0.isChannelGroup }.map(\.name)
        groups = objects.filter(\.isChannelGroup).map(\.name)
        isOutcomeUnknown = error.isOutcomeUnknown
        retryAfter = error.retryAfter
        underlying = error
    }
}

extension PubNubError: CustomStringConvertible {
    /// The kind, the reason and whether the outcome is unknown.
    public var description: String {
        let unknown = isOutcomeUnknown ? " The service may have processed the call." : ""
        return "\(code): \(reason)\(unknown)"
    }
}

extension PubNubError.Code {
    init(_ error: PNError) {
        switch error.code {
        case ErrorCode.abandoned: self = .cancelled
        case kPNRequestExecutionFailedClientNotReadyError, kPNRequestExecutionFailedOnInternetFailureError:
            self = .notConnected
        case kPNRequestExecutionFailedClientSuspendedError: self = .suspended
        case kPNClientConnectionFailedOnInternetFailureError, kPNClientConnectionClosedOnInternetFailureError,
            kPNClientConnectionClosedOnServerRequestError, kPNClientConnectionClosedOnSocketsError,
            kPNConnectionErrorOnSetup:
            self = .connectionLost
        case kPNClientConnectionClosedOnSSLNegotiationFailureError: self = .notSecured
        case kPNRequestExecutionFailedByTimeoutError: self = .timedOut
        case kPNAPIUnauthorizedAccessError, kPNAPIAccessForbiddenError: self = .accessDenied
        case kPNPresenceAPINotAvailableError, kPNChannelGroupNotEnabledError, kPNAPINotAvailableOrNotEnabledError,
            kPNPushNotificationsNotEnabledError, kPNStorageNotEnabledError:
            self = .notEnabled
        case kPNClientConfigurationError: self = .invalidConfiguration
        case kPNInvalidSubscribeOrPublishKeyError: self = .invalidKey
        case kPNRestrictedCharacterInChannelGroupNameError, kPNRestrictedCharacterInChannelGroupNamespaceNameError,
            kPNRestrictedCharacterInChannelNameError, kPNMessageHasNoChannelError:
            self = .invalidName
        case kPNInvalidJSONError where error.isInvalidInput: self = .invalidArgument
        case kPNInvalidJSONError, kPNMessageObjectError, kPNMessageHasNoContentError: self = .invalidMessage
        case kPNInvalidStatePayloadError, kPNCantUpdateStateForNotSubscribedChannelsError: self = .invalidState
        case kPNTooLongMessageError: self = .messageTooLong
        case kPNAPIRateExceededError: self = .rateLimited
        case kPNRequestQueueFullError: self = .queueFull
        case kPNOutboxFullError: self = .outboxFull
        case kPNOutboxFileError: self = .outboxFile
        case kPNOutboxClearedError: self = .outboxCleared
        case kPNEntityTagMismatchError: self = .entityTagMismatch
        case kPNResponseEncodingError, kPNResponseMalformedJSONError: self = .invalidResponse
        case kPNCryptoEmptyCipherKeyError...kPNCryptoUnavailableFeatureError: self = .encryption
        case kPNSecretKeyNotSpecifiedError: self = .secretKeyMissing
        case kPNDevicePushTokenIsEmptyError: self = .invalidArgument
        default:
            if error.isInvalidInput {
                self = .invalidArgument
            } else if error.isNotFound {
                self = .notFound
            } else if error.isForbidden {
                self = .accessDenied
            } else {
                self = error.statusCode == nil ? .unknown : .refused
            }
        }
    }
}
