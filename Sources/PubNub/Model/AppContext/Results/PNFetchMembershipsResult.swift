// Unchecked because it derives: it adds only constants of Sendable types.

/// The memberships of a user that were asked for.
public final class PNFetchMembershipsResult: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; never after an error, as there is no result then.
    public let data: PNFetchMembershipsData

    init(_ content: StatusContent, data: PNFetchMembershipsData) {
        self.data = data
        super.init(content)
    }
}
