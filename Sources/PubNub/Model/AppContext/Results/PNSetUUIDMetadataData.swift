// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a user after a change.
public final class PNSetUUIDMetadataData: PNServiceData, @unchecked Sendable {
    /// The metadata; nil when the operation failed.
    public let metadata: PNUUIDMetadata?

    init(metadata: PNUUIDMetadata?) {
        self.metadata = metadata
    }
}
