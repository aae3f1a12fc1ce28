// Unchecked because it derives: it adds only constants of Sendable types.

/// How the change of memberships ended.
public final class PNManageMembershipsStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; empty after an error.
    public let data: PNManageMembershipsData

    init(_ content: StatusContent, data: PNManageMembershipsData) {
        self.data = data
        super.init(content)
    }
}
