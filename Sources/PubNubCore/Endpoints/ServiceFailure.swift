import PubNubMachines

/// The reason why a reply is not the requested result, in terms of the documented error codes.
struct ServiceFailure: Error, Hashable, Sendable {
    /// The SDK error code.
    let code: Int

    /// The message of the service, only if the code does not say as much.
    let text: String?

    /// The channels the service names as the cause.
    let channels: [String]

    /// The channel groups the service names as the cause, as they stand on the wire.
    let channelGroups: [String]

    /// Whether the service says that the access token has expired or was revoked.
    let isTokenEnded: Bool

    /// The reply is not JSON, or not the JSON this operation needs.
    static let malformed = ServiceFailure(code: ErrorCode.responseMalformed)

    /// The reply is not UTF-8 text.
    static let undecodable = ServiceFailure(code: ErrorCode.responseNotText)

    /// A failure that its code describes.
    init(
        code: Int,
        text: String? = nil,
        channels: [String] = [],
        channelGroups: [String] = [],
        isTokenEnded: Bool = false
    ) {
        self.code = code
        self.isTokenEnded = isTokenEnded
        self.text = text
        self.channels = channels
        self.channelGroups = channelGroups
    }

    /// The failure for a body that is not a reply.
    static func unreadable(_ body: [UInt8]) -> ServiceFailure {
        String(validating: body, as: UTF8.self) == nil ? .undecodable : .malformed
    }

    init(_ refusal: ServiceRefusal) {
        self.init(
            text: refusal.text,
            status: refusal.status,
            channels: refusal.channels,
            channelGroups: refusal.channelGroups
        )
    }

    /// A failure with the service's message, or determined by `status`.
    init(text: String?, status: Int, channels: [String] = [], channelGroups: [String] = []) {
        let code = text.map { ServerErrorText.code(for: $0) } ?? Self.code(ofStatus: status)
        // The code of a failing server says nothing about it.
        let description = text ?? (status >= 500 ? Self.description(ofStatus: status) : nil)
        self.init(
            code: code,
            text: ServerErrorText.retainsMessage(for: code) ? description : nil,
            channels: channels,
            channelGroups: channelGroups,
            isTokenEnded: ServerErrorText.saysTokenEnded(text)
        )
    }

    /// Whether `status` determines the failure, even with a body that cannot be read.
    static func isTelling(status: Int) -> Bool {
        switch status {
        case 401, 402, 403, 413, 429, 500...: true
        default: false
        }
    }

    /// The description of a refusal without a message.
    static func description(ofStatus status: Int) -> String { "The service responded with status \(status)." }

    /// The code of a status without a message.
    static func code(ofStatus status: Int) -> Int {
        switch status {
        case ..<400, 500...: ErrorCode.unknown
        case 402: ErrorCode.notEnabled
        case 403: ErrorCode.accessForbidden
        case 413: ErrorCode.messageTooLong
        case 429: ErrorCode.rateExceeded
        default: ErrorCode.unauthorized
        }
    }
}

extension Failure {
    /// A response other than the result.
    ///
    /// - Parameters:
    ///   - failure: Why the response is not the result.
    ///   - status: The HTTP status of the response.
    ///   - response: The response of the service, if the application receives it in a status.
    init(_ failure: ServiceFailure, status: Int, response: ServiceResponse? = nil) {
        let kind: Kind =
            switch (status, failure.code) {
            case (500..., _): .serverError
            case (403, _), (_, ErrorCode.accessForbidden): .forbidden
            case (400..., _): .refused
            case (_, ErrorCode.responseMalformed): .malformed
            default: .refused
            }
        let hasText = ServerErrorText.retainsMessage(for: failure.code)
        self.init(
            kind,
            code: failure.code,
            text: hasText ? ErrorText(code: failure.code, message: failure.text).description : nil,
            channels: failure.channels,
            groups: failure.channelGroups.map { GroupAddress(wireName: $0).wireName }
        )
        self.response = response
        isTooManyRequests = status == 429
        isRequestTimeout = status == 408
        isTokenEnded = failure.isTokenEnded
    }
}

/// A refusal as the service reported it, before it becomes an error.
struct ServiceRefusal: Sendable, Hashable {
    /// The HTTP status, or the status in the response itself.
    let status: Int
    /// Its message; `nil` if it has none, or the message is not about the refusal.
    let text: String?
    /// The details of the errors, one each.
    var details: [String] = []
    /// The channels that it names as the cause.
    var channels: [String] = []
    /// The channel groups that it names as the cause, as they stand on the wire.
    var channelGroups: [String] = []
}
