/// A call for a page of all users; see ``PNFetchAllUUIDMetadataRequest``.
public final class PNFetchAllUUIDMetadataAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNUUIDFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchAllUUIDMetadataCompletionBlock) {
        let request = PNFetchAllUUIDMetadataRequest()
        client.allUUIDMetadata(with: fill(request, count: PNUUIDFields.totalCountField.rawValue), completion: block)
    }
}
