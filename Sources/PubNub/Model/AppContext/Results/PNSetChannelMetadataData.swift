// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a channel after a change.
public final class PNSetChannelMetadataData: PNServiceData, @unchecked Sendable {
    /// The metadata; nil when the operation failed.
    public let metadata: PNChannelMetadata?

    init(metadata: PNChannelMetadata?) {
        self.metadata = metadata
    }
}
