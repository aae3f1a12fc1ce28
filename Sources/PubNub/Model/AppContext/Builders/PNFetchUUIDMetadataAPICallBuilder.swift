/// A call for the metadata of one user; see ``PNFetchUUIDMetadataRequest``.
public final class PNFetchUUIDMetadataAPICallBuilder: PNAPICallBuilder {
    private var user: String?
    private var fields: PNUUIDFields?

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// What the answer contains beyond what it always has; custom values, status and type unless this is called.
    public func includeFields(_ includeFields: PNUUIDFields) -> Self {
        fields = includeFields
        return self
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchUUIDMetadataCompletionBlock) {
        let request = PNFetchUUIDMetadataRequest(uuid: user)
        if let fields { request.includeFields = fields }
        client.uuidMetadata(with: request, completion: block)
    }
}
