// Unchecked because it derives: it adds only constants of Sendable types.

/// How the change of a user ended.
public final class PNSetUUIDMetadataStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; without metadata after an error.
    public let data: PNSetUUIDMetadataData

    init(_ content: StatusContent, data: PNSetUUIDMetadataData) {
        self.data = data
        super.init(content)
    }
}
