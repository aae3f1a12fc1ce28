// Unchecked because it derives: it adds only constants of Sendable types.

/// How the change of members ended.
public final class PNManageChannelMembersStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; empty after an error.
    public let data: PNManageChannelMembersData

    init(_ content: StatusContent, data: PNManageChannelMembersData) {
        self.data = data
        super.init(content)
    }
}
