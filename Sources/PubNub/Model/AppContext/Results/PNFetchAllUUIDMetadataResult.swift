// Unchecked because it derives: it adds only constants of Sendable types.

/// The users of a subscribe key that were asked for.
public final class PNFetchAllUUIDMetadataResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNFetchAllUUIDMetadataData

    init(data: PNFetchAllUUIDMetadataData) {
        self.data = data
    }
}
