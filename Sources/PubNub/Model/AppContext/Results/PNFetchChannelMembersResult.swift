// Unchecked because it derives: it adds only constants of Sendable types.

/// The members of a channel that were asked for.
public final class PNFetchChannelMembersResult: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; never after an error, as there is no result then.
    public let data: PNFetchChannelMembersData

    init(_ content: StatusContent, data: PNFetchChannelMembersData) {
        self.data = data
        super.init(content)
    }
}
