/// A request to set and remove members of a channel at once.
public final class PNManageChannelMembersRequest: PNBaseObjectsMembershipRequest {
    /// The channel.
    public let channel: String

    /// What the answer contains beyond what it always has; ``PNChannelMemberFields/membersTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNChannelMemberFields {
        get { PNChannelMemberFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// One dictionary each: `"uuid"` with the name, and as wanted `"custom"` (texts, numbers and booleans by
    /// name), `"status"` and `"type"` (texts of at most 50 characters). `NSNull` clears one of these three. Of several with the
    /// same name the last counts. nil, the default, sets none.
    public var setMembers: [[String: Any]]?

    /// The users who are no longer to be members. nil, the default, removes none.
    public var removeMembers: [String]?

    /// Makes a request.
    ///
    /// - Parameter channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control
    ///   characters.
    public init(channel: String) {
        self.channel = channel
        super.init(fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        let channel = try Validation.identifier(channel, of: .channel)
        let change = try Self.change(set: setMembers ?? [], removed: removeMembers ?? [], of: .uuid)
        return RelationEndpoints.changeMembers(of: channel, change, try query())
    }
}
