import PubNubMachines

/// The outcome of an operation.
///
/// Results and statuses never change after they are made, so any thread may read them.
public protocol PNResult: AnyObject, Sendable {}

/// The content of a response.
public protocol PNServiceData: AnyObject, Sendable {}

/// The way in which an operation ended.
public protocol PNStatus: PNResult {
    /// The outcome that the properties of a status describe.
    var content: PNStatusContent { get }
}

extension PNStatus {
    /// The kind of outcome.
    public var category: PNStatusCategory { content.category }

    /// ``category`` as text.
    public var stringifiedCategory: String { category.text }

    /// Repeats a failed call with the values that its request had when it was made. The closure of the call receives each
    /// further outcome.
    ///
    /// Does nothing if the operation succeeded or the client no longer exists.
    public func retry() {
        if content.error != nil { content.again() }
    }
}

/// The way in which an operation ended, with the error if it failed.
public protocol PNErrorStatus: PNStatus {}

extension PNErrorStatus {
    /// Whether the operation failed.
    public var isError: Bool { content.error != nil }

    /// Details of the error; its text is empty if the operation succeeded.
    public var errorData: PNErrorData { PNErrorData(information: content.information) }

    /// The error with its ``PNError`` code; `nil` if the operation succeeded. Not part of the documented interface.
    public var underlyingError: PNError? { content.error }
}

/// Whether the service performed an operation.
public protocol PNAcknowledgmentStatus: PNErrorStatus {}

/// Details of an error.
public final class PNErrorData: PNServiceData {
    /// A description of the error; empty after a success. If the service found several errors, its message is followed
    /// by a line `Details:` and by one line per error with its location.
    public let information: String

    init(information: String) {
        self.information = information
    }
}

/// The status of a failed request for data.
final class ErrorStatus: PNErrorStatus {
    let content: PNStatusContent

    init(_ content: PNStatusContent) {
        self.content = content
    }
}

/// The status of an operation whose response has no content.
final class AcknowledgmentStatus: PNAcknowledgmentStatus {
    let content: PNStatusContent

    init(_ content: PNStatusContent) {
        self.content = content
    }
}

/// The outcome that a status describes; ``PNStatus`` and ``PNErrorStatus`` have the properties to read it.
public struct PNStatusContent: Sendable {
    /// The reason why the operation failed; `nil` if it succeeded.
    let error: PNError?

    /// Repeats the call.
    let again: @Sendable () -> Void

    var category: PNStatusCategory {
        guard let error else { return .acknowledgmentCategory }
        guard let failure = error.underlyingError as? Failure else { return .badRequestCategory }
        return failure.response?.category ?? failure.category
    }

    /// A description of the error; empty if the operation succeeded.
    var information: String {
        guard let error else { return "" }
        if let response = (error.underlyingError as? Failure)?.response { return response.information }
        return (error.underlyingError as? InputFault)?.information ?? error.localizedDescription
    }
}

extension ServiceResponse {
    fileprivate var category: PNStatusCategory {
        if isNotEnabled { return .accessDeniedCategory }
        return switch status {
        case 400, 411: .badRequestCategory
        case 403: .accessDeniedCategory
        case 404: .resourceNotFoundCategory
        case 412: .entityTagMismatchCategory
        case 414: .requestURITooLongCategory
        case 481: .malformedFilterExpressionCategory
        default: .unknownCategory
        }
    }
}

extension Failure {
    fileprivate var category: PNStatusCategory {
        switch kind {
        case .unreachable, .interrupted: .networkIssuesCategory
        case .timedOut: .timeoutCategory
        case .insecure: .tlsConnectionFailedCategory
        case .forbidden: .accessDeniedCategory
        case .malformed: .malformedResponseCategory
        case .refused: code == kPNResponseEncodingError ? .malformedResponseCategory : .unknownCategory
        case .serverError: .unknownCategory
        case .unsent: .badRequestCategory
        // The client did not send the request, or discarded it, because it is not connected.
        case .local: code == kPNConnectionErrorOnSetup ? .badRequestCategory : .networkIssuesCategory
        }
    }
}
