// Unchecked because it derives: it adds only constants of Sendable types.

/// The user that was asked for.
public final class PNFetchUUIDMetadataResult: PNResult, @unchecked Sendable {
    /// What the service said.
    public let data: PNFetchUUIDMetadataData

    init(data: PNFetchUUIDMetadataData) {
        self.data = data
    }
}
