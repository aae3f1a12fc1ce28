// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a channel that was asked for.
public final class PNFetchChannelMetadataData: PNServiceData, @unchecked Sendable {
    /// The metadata; nil when the operation failed.
    public let metadata: PNChannelMetadata?

    init(metadata: PNChannelMetadata?) {
        self.metadata = metadata
    }
}
