import PubNubCore
package import PubNubMachines

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
    /// The cause: an error of a parser, of a decoder, of an encoder or of a source of bytes; `nil` for none.
    public let underlying: (any Error)?
    /// The failure of a call; `nil` for other errors.
    package let failure: Failure?

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
        failure = nil
    }

    /// The error for a failed call.
    init(_ failure: Failure) {
        code = Code(failure)
        reason =
            if failure.isAbandoned {
                "The task was cancelled."
            } else if failure.isOutcomeUnknown, failure.code == ErrorCode.notConnected {
                // The description of the code says that the request was not sent.
                "The client disconnected before a response arrived."
            } else {
                failure.explanation
            }
        statusCode = failure.statusCode
        channels = failure.targets.filter { !$0.isGroup }.map(\.name)
        groups = failure.targets.filter(\.isGroup).map(\.name)
        isOutcomeUnknown = failure.isOutcomeUnknown
        retryAfter = failure.retryAfter
        underlying = if case .json(let error)? = failure.cause { error } else { nil }
        self.failure = failure
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
    init(_ failure: Failure) {
        switch failure.code {
        case ErrorCode.abandoned: self = .cancelled
        case ErrorCode.notConnected, ErrorCode.requestFailedWithoutNetwork: self = .notConnected
        case ErrorCode.suspended: self = .suspended
        case ErrorCode.connectionFailedWithoutNetwork, ErrorCode.connectionLostWithNetwork,
            ErrorCode.connectionClosedByServer, ErrorCode.connectionFailed, ErrorCode.connectionSetUpFailed:
            self = .connectionLost
        case ErrorCode.connectionNotSecured: self = .notSecured
        case ErrorCode.requestTimedOut: self = .timedOut
        case ErrorCode.unauthorized, ErrorCode.accessForbidden: self = .accessDenied
        case ErrorCode.presenceNotEnabled, ErrorCode.channelGroupsNotEnabled, ErrorCode.notEnabled,
            ErrorCode.pushNotEnabled, ErrorCode.storageNotEnabled:
            self = .notEnabled
        case ErrorCode.configurationMissing: self = .invalidConfiguration
        case ErrorCode.invalidKey: self = .invalidKey
        case ErrorCode.invalidGroupName, ErrorCode.invalidNamespaceName, ErrorCode.invalidChannelName,
            ErrorCode.channelMissing:
            self = .invalidName
        case ErrorCode.invalidJSON where failure.isInvalidInput: self = .invalidArgument
        case ErrorCode.invalidJSON, ErrorCode.messageMissing, ErrorCode.messageEmpty: self = .invalidMessage
        case ErrorCode.invalidState, ErrorCode.notSubscribed: self = .invalidState
        case ErrorCode.messageTooLong: self = .messageTooLong
        case ErrorCode.rateExceeded: self = .rateLimited
        case ErrorCode.requestQueueFull: self = .queueFull
        case ErrorCode.outboxFull: self = .outboxFull
        case ErrorCode.outboxFileUnusable: self = .outboxFile
        case ErrorCode.outboxCleared: self = .outboxCleared
        case ErrorCode.entityTagMismatch: self = .entityTagMismatch
        case ErrorCode.responseNotText, ErrorCode.responseMalformed: self = .invalidResponse
        case ErrorCode.cipherKeyMissing...ErrorCode.cipherUnavailable: self = .encryption
        case ErrorCode.secretKeyMissing: self = .secretKeyMissing
        case ErrorCode.pushTokenMissing: self = .invalidArgument
        default:
            if failure.isInvalidInput {
                self = .invalidArgument
            } else if failure.isNotFound {
                self = .notFound
            } else if failure.isForbidden {
                self = .accessDenied
            } else {
                self = failure.statusCode == nil ? .unknown : .refused
            }
        }
    }
}
