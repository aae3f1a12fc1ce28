/// A request to remove the metadata of a user.
public final class PNRemoveUUIDMetadataRequest: PNBaseObjectsRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// Makes a request.
    ///
    /// - Parameter uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes
    ///   in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    public init(uuid: String?) {
        self.uuid = uuid
        super.init()
    }

    func call(for identifier: String) throws(PNError) -> Call<Void> {
        ObjectEndpoints.removeUser(try Validation.user(uuid, identifier), try query())
    }
}
