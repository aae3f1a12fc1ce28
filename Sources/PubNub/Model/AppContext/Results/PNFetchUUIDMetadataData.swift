// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a user that was asked for.
public final class PNFetchUUIDMetadataData: PNServiceData, @unchecked Sendable {
    /// The metadata; nil when the operation failed.
    public let metadata: PNUUIDMetadata?

    init(metadata: PNUUIDMetadata?) {
        self.metadata = metadata
    }
}
