/// A request to make a user a member of channels, or to change what is kept about that.
public final class PNSetMembershipsRequest: PNBaseObjectsMembershipRequest {
    /// The user; nil means the identifier of the client at the time of the call.
    public let uuid: String?

    /// What the answer contains beyond what it always has; ``PNMembershipFields/membershipsTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNMembershipFields {
        get { PNMembershipFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    let channels: [[String: Any]]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - uuid: The user; nil and empty mean the identifier of the client at the time of the call. At most 92 bytes in UTF-8,
    ///     without `,` `/` `\` `*` `:` and control characters.
    ///   - channels: One dictionary each: `"channel"` with the name, and as wanted `"custom"` (texts, numbers and booleans by
    ///     name), `"status"` and `"type"` (texts of at most 50 characters). `NSNull` clears one of these three. Of several with the
    ///     same name the last counts.
    public init(uuid: String?, channels: [[String: Any]]) {
        self.uuid = uuid
        self.channels = channels
        super.init(fieldBits: PNMembershipFields.membershipsTotalCountField.rawValue)
    }

    func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        let change = try Self.change(set: channels, removed: [], of: .channel)
        return RelationEndpoints.changeMemberships(of: try Validation.user(uuid, identifier), change, try query())
    }
}
