/// A call to change the metadata of a user; see ``PNSetUUIDMetadataRequest``.
public final class PNSetUUIDMetadataAPICallBuilder: PNAPICallBuilder {
    private let request = PNSetUUIDMetadataRequest(uuid: nil)

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        request.uuid = uuid
        return self
    }

    /// The name of the user; nil leaves it as it is.
    public func name(_ name: String?) -> Self {
        request.name = name
        return self
    }

    /// The identifier of the user in another system; nil leaves it as it is.
    public func externalId(_ externalId: String?) -> Self {
        request.externalId = externalId
        return self
    }

    /// Where the profile of the user is; nil leaves it as it is.
    public func profileUrl(_ profileUrl: String?) -> Self {
        request.profileUrl = profileUrl
        return self
    }

    /// The email address of the user; nil leaves it as it is.
    public func email(_ email: String?) -> Self {
        request.email = email
        return self
    }

    /// The status of the user; nil leaves it as it is. Not part of the documented builder.
    public func status(_ status: String?) -> Self {
        request.status = status
        return self
    }

    /// The type of the user; nil leaves it as it is. Not part of the documented builder.
    public func type(_ type: String?) -> Self {
        request.type = type
        return self
    }

    /// The entity tag that the user must still have; nil changes whatever is there. Not part of the documented builder.
    public func ifMatchesEtag(_ ifMatchesEtag: String?) -> Self {
        request.ifMatchesEtag = ifMatchesEtag
        return self
    }

    /// The custom values, which take the place of all that are there; nil leaves them as they are.
    public func custom(_ custom: [String: Any]?) -> Self {
        request.custom = custom
        return self
    }

    /// The fields to clear. Not part of the documented builder.
    public func clearedFields(_ clearedFields: Set<PNMetadataField>) -> Self {
        request.clearedFields = clearedFields
        return self
    }

    /// What the answer contains beyond what it always has; custom values, status and type unless this is called.
    public func includeFields(_ includeFields: PNUUIDFields) -> Self {
        request.includeFields = includeFields
        return self
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNSetUUIDMetadataCompletionBlock? = nil) {
        client.setUUIDMetadataWith(request, completion: block)
    }
}
