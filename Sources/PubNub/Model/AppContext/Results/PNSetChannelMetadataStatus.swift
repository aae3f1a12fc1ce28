// Unchecked because it derives: it adds only constants of Sendable types.

/// How the change of a channel ended.
public final class PNSetChannelMetadataStatus: PNAcknowledgmentStatus, @unchecked Sendable {
    /// What the service said; without metadata after an error.
    public let data: PNSetChannelMetadataData

    init(_ content: StatusContent, data: PNSetChannelMetadataData) {
        self.data = data
        super.init(content)
    }
}
