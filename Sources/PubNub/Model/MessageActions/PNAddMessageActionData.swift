// Unchecked because it derives: it adds only constants of Sendable types.

/// The action that was added.
public final class PNAddMessageActionData: PNServiceData, @unchecked Sendable {
    /// The action; nil when the operation failed.
    public let action: PNMessageAction?

    init(action: PNMessageAction?) {
        self.action = action
    }
}
