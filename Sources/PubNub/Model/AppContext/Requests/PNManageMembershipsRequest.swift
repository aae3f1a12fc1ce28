/// A request to set and remove memberships of a user at once.
public final class PNManageMembershipsRequest: PNBaseObjectsMembershipRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// What the answer contains beyond what it always has; ``PNMembershipFields/membershipsTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNMembershipFields {
        get { PNMembershipFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// One dictionary each: `"channel"` with the name, and as wanted `"custom"` (texts, numbers and booleans by
    /// name), `"status"` and `"type"` (texts of at most 50 characters). `NSNull` clears one of these three. Of several with the
    /// same name the last counts. nil, the default, sets none.
    public var setChannels: [[String: Any]]?

    /// The channels in which the user is no longer to be a member. nil, the default, removes none.
    public var removeChannels: [String]?

    /// Makes a request.
    ///
    /// - Parameter uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes
    ///   in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    public init(uuid: String?) {
        self.uuid = uuid
        super.init(fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        let change = try Self.change(set: setChannels ?? [], removed: removeChannels ?? [], of: .channel)
        return RelationEndpoints.changeMemberships(of: try Validation.user(uuid, identifier), change, try query())
    }
}
