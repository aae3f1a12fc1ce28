/// A request for the metadata of one user.
public final class PNFetchUUIDMetadataRequest: PNBaseObjectsRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// What the answer contains beyond what it always has: custom values, status and type by default.
    public var includeFields: PNUUIDFields {
        get { PNUUIDFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    ///
    /// - Parameter uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes
    ///   in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    public init(uuid: String?) {
        self.uuid = uuid
        super.init(fieldBits: PNUUIDFields([.customField, .statusField, .typeField]).rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<PNUUIDMetadata> {
        ObjectEndpoints.user(try Validation.user(uuid, identifier), try query())
    }
}
