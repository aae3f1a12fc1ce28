package import PubNubMachines

extension ErrorText {
    /// The strings of a code with a message of its own.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - message: The description for codes that say nothing themselves, and the reason for every other code; `nil` leaves
    ///     the strings of the code.
    ///   - reason: The reason; `nil`, the default, for that of the message or the code.
    ///   - suggestion: The suggested remedy; `nil`, the default, for that of the code.
    package init(code: Int, message: String?, reason: String? = nil, suggestion: String? = nil) {
        self = .text(for: code)
        if let message, !message.isEmpty {
            if ServerErrorText.retainsMessage(for: code) {
                description = message
            } else {
                self.reason = message
            }
        }
        if let reason { self.reason = reason }
        if let suggestion { self.suggestion = suggestion }
    }

    /// The strings that report a failure.
    package init(_ failure: Failure) {
        let unknown = "No response arrived; the service may or may not have processed the request."
        let suggestion =
            failure.isOutcomeUnknown
            ? "Check whether the call took effect before you repeat it."
            : failure.proxy?.suggestion ?? failure.retryAfter.map(Self.suggestion) ?? failure.suggestion
        self.init(
            code: failure.code,
            message: failure.text ?? failure.response?.information,
            reason: failure.isOutcomeUnknown ? unknown : failure.proxy?.reason,
            suggestion: suggestion
        )
    }

    private static func suggestion(waiting pause: Duration) -> String {
        "Repeat the call in \(pause.components.seconds) seconds, as the service asks."
    }
}

extension Failure {
    /// What failed and why, in one or two sentences.
    package var explanation: String {
        let text = ErrorText(self)
        return "\(text.description) \(text.reason)"
    }

    /// Domain, code and strings of its error in one line, as logs have them.
    var line: String {
        let text = ErrorText(self)
        return "\(ErrorDomain.domain(of: code)) \(code): \(text.description) \(text.reason) \(text.suggestion)"
    }
}

/// The domains of errors.
package enum ErrorDomain {
    /// Errors that arise in the client.
    package static let client = "com.pubnub.pubnub"
    /// Errors that the service reports about names, JSON and presence.
    package static let service = "com.pubnub.remote-service"

    package static func domain(of code: Int) -> String {
        switch code {
        case ErrorCode.presenceNotEnabled, ErrorCode.invalidJSON, ErrorCode.invalidGroupName,
            ErrorCode.invalidNamespaceName, ErrorCode.invalidChannelName:
            service
        default: client
        }
    }
}
