// Unchecked because it derives: it adds only constants of Sendable types.

/// How an operation ended, with the error when it failed.
public class PNErrorStatus: PNStatus, @unchecked Sendable {
    /// Whether the operation failed.
    public let isError: Bool

    /// What is known of the error. Without an error it says nothing.
    public let errorData: PNErrorData

    /// The error as the rest of this library tells it, with one of its codes; nil when the operation did not fail. Not part
    /// of the documented interface.
    public var underlyingError: PNError? { content.error }

    override init(_ content: StatusContent) {
        isError = content.error != nil
        errorData = PNErrorData(information: content.information)
        super.init(content)
    }
}
