public import Foundation
import PubNubCore
package import PubNubMachines

// Unchecked because NSError is: the added properties are `let`s of Sendable types.

/// An error: a code (``kPNUnknownError`` and the constants next to it), three strings for people, and often the object
/// of the failed call.
///
/// No string ever contains a key, a signature or a push token.
public final class PNError: NSError, @unchecked Sendable {
    private let text: ErrorText
    private let associated: (any Sendable)?

    private init(code: Int, text: ErrorText, associated: (any Sendable)?, underlying: (any Error)?) {
        self.text = text
        self.associated = associated
        super.init(
            domain: ErrorDomain.domain(of: code),
            code: code,
            userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:]
        )
    }

    /// Makes an error with the strings of its code.
    ///
    /// - Parameter errorCode: One of the codes; any other number gets the strings of ``kPNUnknownError``.
    public convenience init(code errorCode: Int) {
        self.init(code: errorCode, text: .text(for: errorCode), associated: nil, underlying: nil)
    }

    /// Makes an error with a message of its own.
    ///
    /// - Parameters:
    ///   - errorMessage: The description; `nil` or an empty string leaves that of the code.
    ///   - errorCode: One of the codes, which gives reason and suggestion.
    public convenience init(message errorMessage: String?, code errorCode: Int) {
        var text = ErrorText.text(for: errorCode)
        if let errorMessage, !errorMessage.isEmpty { text.description = errorMessage }
        self.init(code: errorCode, text: text, associated: nil, underlying: nil)
    }

    /// Makes an error with a reason of its own.
    ///
    /// - Parameters:
    ///   - reason: The failure reason; the description for ``kPNUnknownError`` and ``kPNAPIRateExceededError``.
    ///   - errorCode: One of the codes.
    package convenience init(reason: String, code errorCode: Int) {
        let text = ErrorText(code: errorCode, message: reason)
        self.init(code: errorCode, text: text, associated: nil, underlying: nil)
    }

    /// Makes the error that reports a failure.
    ///
    /// - Parameter failure: The failure. Its targets, if it names any, become the associated object.
    package convenience init(_ failure: Failure) {
        let objects = failure.targets.map(\.object)
        self.init(
            code: failure.code,
            text: ErrorText(failure),
            associated: objects.isEmpty ? nil : objects,
            underlying: failure.kind == .unsent ? failure.cause.map(\.error) : failure
        )
    }

    /// Makes the error for a status of the service without a message.
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

    /// Makes the error for a message of the service.
    ///
    /// - Parameter errorMessage: The service's message. It becomes the description only for ``kPNUnknownError`` and
    ///   ``kPNAPIRateExceededError``, because the other codes say as much.
    public convenience init(responseErrorMessage errorMessage: String?) {
        let code = errorMessage.map(ServerErrorText.code) ?? kPNUnknownError
        self.init(message: ServerErrorText.retainsMessage(for: code) ? errorMessage : nil, code: code)
    }

    /// Reads an error from an archive; only domain and code are archived.
    public required init?(coder: NSCoder) {
        text = .text(for: kPNUnknownError)
        associated = nil
        super.init(coder: coder)
    }

    /// The code: ``kPNUnknownError`` or one of the constants next to it.
    public override var code: Int { super.code }

    /// The object of the failed call: its message, channel, client or options. For a connection that failed or was lost, the
    /// origin as a `String`. `nil` without such an object.
    public var associatedObject: Any? { associated }

    /// A description of the error in one sentence.
    public override var localizedDescription: String { text.description }

    /// The reason, as far as known.
    public override var localizedFailureReason: String? { text.reason }

    /// The suggested remedy.
    public override var localizedRecoverySuggestion: String? { text.suggestion }

    /// Domain, code and the three strings.
    public override var description: String {
        "\(domain) \(code): \(text.description) \(text.reason) \(text.suggestion)"
    }

    /// Whether an object is an error with the same domain and code. Strings, objects and causes are not compared.
    ///
    /// - Parameter object: The object.
    /// - Returns: `true` for the same domain and code.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PNError else { return false }
        return domain == other.domain && code == other.code
    }

    /// Hashes domain and code.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(domain)
        hasher.combine(code)
        return hasher.finalize()
    }
}

extension PNError {
    /// The same error about `object`; `nil` for none.
    package func associated(with object: (any Sendable)?) -> PNError {
        PNError(code: code, text: text, associated: object, underlying: underlyingError)
    }

    /// The cause of the error, if that is another error.
    var underlyingError: (any Error)? {
        userInfo[NSUnderlyingErrorKey] as? any Error
    }
}

/// The reason why the input of a request of App Context is invalid.
struct InputFault: Error, Sendable, Equatable {
    /// The reason, with the name of the field.
    let information: String
}

extension FailureCause {
    /// The error that a `PNError` has as its cause.
    fileprivate var error: any Error {
        switch self {
        case .input(let information): InputFault(information: information)
        case .json(let error): error
        }
    }
}
