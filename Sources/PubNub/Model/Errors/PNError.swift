public import Foundation

// Unchecked because NSError is: what is added are `let`s of Sendable types.

/// What went wrong: a code (``kPNUnknownError`` and its neighbours), three texts for people, and often the object it
/// went wrong with.
///
/// No text ever holds a key, a signature or a push token.
public final class PNError: NSError, @unchecked Sendable {
    private let text: ErrorText
    private let associated: (any Sendable)?

    private init(code: Int, text: ErrorText, associated: (any Sendable)?, underlying: (any Error)?) {
        self.text = text
        self.associated = associated
        super.init(
            domain: Self.domain(of: code),
            code: code,
            userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:]
        )
    }

    /// Makes an error with the texts of its code.
    ///
    /// - Parameter errorCode: One of the codes; texts of ``kPNUnknownError`` stand in for any other number.
    public convenience init(code errorCode: Int) {
        self.init(code: errorCode, text: .text(for: errorCode), associated: nil, underlying: nil)
    }

    /// Makes an error with a message of its own.
    ///
    /// - Parameters:
    ///   - errorMessage: The description for ``kPNUnknownError`` and ``kPNAPIRateExceededError``, and the failure
    ///     reason for every other code; `nil` leaves the texts of the code.
    ///   - errorCode: One of the codes.
    public convenience init(message errorMessage: String?, code errorCode: Int) {
        self.init(message: errorMessage, code: errorCode, underlying: nil)
    }

    /// The error with its message and its cause, and with a reason and a suggestion of its own unless those are nil.
    convenience init(
        message errorMessage: String?,
        code errorCode: Int,
        reason: String? = nil,
        suggestion: String? = nil,
        underlying: (any Error)?
    ) {
        var text = ErrorText.text(for: errorCode)
        if let errorMessage, !errorMessage.isEmpty {
            if ServerErrorText.isKept(for: errorCode) {
                text.description = errorMessage
            } else {
                text.reason = errorMessage
            }
        }
        if let reason { text.reason = reason }
        if let suggestion { text.suggestion = suggestion }
        self.init(code: errorCode, text: text, associated: nil, underlying: underlying)
    }

    /// Makes the error that a status of the service stands for when no message comes with it.
    ///
    /// - Parameter statusCode: The HTTP status: 403 is ``kPNAPIAccessForbiddenError``, 402 is
    ///   ``kPNAPINotAvailableOrNotEnabledError``, any other ``kPNAPIUnauthorizedAccessError``.
    public convenience init(httpStatusCode statusCode: Int) {
        switch statusCode {
        case 403: self.init(code: kPNAPIAccessForbiddenError)
        case 402: self.init(code: kPNAPINotAvailableOrNotEnabledError)
        default: self.init(code: kPNAPIUnauthorizedAccessError)
        }
    }

    /// Makes the error that a message of the service stands for.
    ///
    /// - Parameter errorMessage: The words of the service. They are kept as the description only where no code says
    ///   as much: for ``kPNUnknownError`` and ``kPNAPIRateExceededError``.
    public convenience init(responseErrorMessage errorMessage: String?) {
        let code = errorMessage.map(ServerErrorText.code) ?? kPNUnknownError
        self.init(message: ServerErrorText.isKept(for: code) ? errorMessage : nil, code: code)
    }

    /// Reads an error from an archive; only domain and code are archived.
    public required init?(coder: NSCoder) {
        text = .text(for: kPNUnknownError)
        associated = nil
        super.init(coder: coder)
    }

    /// What went wrong: ``kPNUnknownError`` or one of its neighbours.
    public override var code: Int { super.code }

    /// What the error is about: the message, channel, client or options of the call that failed; `nil` when there is
    /// nothing of the kind.
    public var associatedObject: Any? { associated }

    /// One sentence that says what happened.
    public override var localizedDescription: String { text.description }

    /// Why it happened, as far as known.
    public override var localizedFailureReason: String? { text.reason }

    /// What can be done about it.
    public override var localizedRecoverySuggestion: String? { text.suggestion }

    /// Domain, code and the three texts.
    public override var description: String {
        "\(domain) \(code): \(text.description) \(text.reason) \(text.suggestion)"
    }
}

extension PNError {
    /// The same error about `object`.
    func associated(with object: (any Sendable)?) -> PNError {
        PNError(code: code, text: text, associated: object, underlying: underlyingError)
    }

    /// The same error with its cause.
    func caused(by error: any Error) -> PNError {
        PNError(code: code, text: text, associated: associated, underlying: error)
    }

    /// What caused the error; `nil` when that is not another error.
    var underlyingError: (any Error)? {
        userInfo[NSUnderlyingErrorKey] as? any Error
    }

    private static func domain(of code: Int) -> String {
        switch code {
        case kPNPresenceAPINotAvailableError, kPNInvalidJSONError, kPNRestrictedCharacterInChannelGroupNameError,
            kPNRestrictedCharacterInChannelGroupNamespaceNameError, kPNRestrictedCharacterInChannelNameError:
            kPNServiceErrorDomain
        default:
            kPNDefaultErrorDomain
        }
    }
}

/// What is wrong with what a request of App Context was given.
struct InputFault: Error, Sendable, Equatable {
    /// What is wrong, with the name of the field.
    let information: String
}

extension PNError {
    /// The error for input that is found wrong before anything is sent.
    convenience init(input information: String, code: Int = kPNUnknownError) {
        self.init(message: information, code: code, underlying: InputFault(information: information))
    }
}
