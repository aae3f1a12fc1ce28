// Unchecked because it derives: it adds only constants of Sendable types.

/// The channel that was asked for.
public final class PNFetchChannelsMetadataResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNFetchChannelMetadataData

    init(data: PNFetchChannelMetadataData) {
        self.data = data
    }
}
