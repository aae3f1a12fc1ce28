/// A call to remove the metadata of a user; see ``PNRemoveUUIDMetadataRequest``.
public final class PNRemoveUUIDMetadataAPICallBuilder: PNAPICallBuilder {
    private var user: String?

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNRemoveUUIDMetadataCompletionBlock? = nil) {
        client.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: user), completion: block)
    }
}
