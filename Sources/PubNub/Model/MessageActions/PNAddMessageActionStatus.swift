// Unchecked because it derives: it adds only constants of Sendable types.

/// How the adding of an action to a message ended.
public final class PNAddMessageActionStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; without an action after an error.
    public let data: PNAddMessageActionData

    init(_ content: StatusContent, data: PNAddMessageActionData) {
        self.data = data
        super.init(content)
    }
}
