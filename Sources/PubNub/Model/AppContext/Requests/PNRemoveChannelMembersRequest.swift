/// A request to end memberships in a channel.
public final class PNRemoveChannelMembersRequest: PNBaseObjectsMembershipRequest {
    /// The channel.
    public let channel: String

    /// What the answer contains beyond what it always has; ``PNChannelMemberFields/membersTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNChannelMemberFields {
        get { PNChannelMemberFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    let uuids: [String]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    ///   - uuids: The users. Who is no member stays none.
    public init(channel: String, uuids: [String]) {
        self.channel = channel
        self.uuids = uuids
        super.init(fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        let channel = try Validation.identifier(channel, of: .channel)
        let change = try Self.change(set: [], removed: uuids, of: .uuid)
        return RelationEndpoints.changeMembers(of: channel, change, try query())
    }
}
