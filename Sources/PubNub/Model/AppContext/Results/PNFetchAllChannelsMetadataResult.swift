// Unchecked because it derives: it adds only constants of Sendable types.

/// The channels of a subscribe key that were asked for.
public final class PNFetchAllChannelsMetadataResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNFetchAllChannelsMetadataData

    init(data: PNFetchAllChannelsMetadataData) {
        self.data = data
    }
}
