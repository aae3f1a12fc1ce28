/// A request to end memberships of a user.
public final class PNRemoveMembershipsRequest: PNBaseObjectsMembershipRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// What the answer contains beyond what it always has; ``PNMembershipFields/membershipsTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNMembershipFields {
        get { PNMembershipFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    let channels: [String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes in UTF-8,
    ///     without `,` `/` `\` `*` `:` and control characters.
    ///   - channels: The channels. Where the user is no member, nothing changes.
    public init(uuid: String?, channels: [String]) {
        self.uuid = uuid
        self.channels = channels
        super.init(fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        let change = try Self.change(set: [], removed: channels, of: .channel)
        return RelationEndpoints.changeMemberships(of: try Validation.user(uuid, identifier), change, try query())
    }
}
