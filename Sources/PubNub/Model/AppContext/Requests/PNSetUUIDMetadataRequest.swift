import PubNubWire

/// A request to change the metadata of a user, who need not exist yet. What is not set stays as it is.
public final class PNSetUUIDMetadataRequest: PNBaseObjectsRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public internal(set) var uuid: String?

    /// What the answer contains beyond what it always has: custom values, status and type by default.
    public var includeFields: PNUUIDFields {
        get { PNUUIDFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// The name of the user, at most 2048 characters. nil, the default, changes nothing.
    public var name: String?

    /// The identifier of the user in another system, at most 2048 characters. nil and empty, the default, change nothing.
    public var externalId: String?

    /// Where the profile of the user is: a URL of at most 2048 characters. nil and empty, the default, change nothing.
    public var profileUrl: String?

    /// The email address of the user, at most 320 characters. nil and empty, the default, change nothing.
    public var email: String?

    /// The status of the user, at most 50 characters. nil and empty, the default, change nothing.
    public var status: String?

    /// The type of the user, at most 50 characters. nil and empty, the default, change nothing.
    public var type: String?

    /// Custom values: texts, numbers and booleans by name, integers within ±9007199254740991. They take the place of all custom
    /// values that are there. nil and empty, the default, change nothing.
    public var custom: [String: Any]?

    /// The entity tag that the user must still have, as a response gave it. If another client has changed it since, nothing
    /// changes, and the call ends with ``PNStatusCategory/entityTagMismatchCategory`` (HTTP 412). nil and empty, the default,
    /// change whatever is there.
    public var ifMatchesEtag: String?

    /// The fields to clear; none by default. One that is set as well is an error. Without this, what is not set stays.
    public var clearedFields: Set<PNMetadataField> = []

    /// Makes a request.
    ///
    /// - Parameter uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes
    ///   in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    public init(uuid: String?) {
        self.uuid = uuid
        super.init(fieldBits: PNUUIDFields([.customField, .statusField, .typeField]).rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<PNUUIDMetadata> {
        let texts: [PNMetadataField: String?] = [
            .name: name, .externalId: externalId, .profileUrl: profileUrl, .email: email, .status: status, .type: type,
        ]
        let change = try MetadataChange(texts, custom: custom, cleared: clearedFields, eTag: ifMatchesEtag)
        return ObjectEndpoints.setUser(try Validation.user(uuid, identifier), change, try query())
    }
}
