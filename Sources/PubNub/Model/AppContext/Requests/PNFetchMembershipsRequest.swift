/// A request for a page of the memberships of a user.
public final class PNFetchMembershipsRequest: PNObjectsPaginatedRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// What the answer contains beyond what it always has; ``PNMembershipFields/membershipsTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNMembershipFields {
        get { PNMembershipFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    ///
    /// - Parameter uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes
    ///   in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    public init(uuid: String?) {
        self.uuid = uuid
        super.init(fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        RelationEndpoints.memberships(of: try Validation.user(uuid, identifier), try query())
    }
}
