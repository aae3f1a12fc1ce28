/// A request to make users members of a channel, or to change what is kept about that.
public final class PNSetChannelMembersRequest: PNBaseObjectsMembershipRequest {
    /// The channel.
    public let channel: String

    /// What the answer contains beyond what it always has; ``PNChannelMemberFields/membersTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNChannelMemberFields {
        get { PNChannelMemberFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    let uuids: [[String: Any]]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control characters.
    ///   - uuids: One dictionary each: `"uuid"` with the name, and as wanted `"custom"` (texts, numbers and booleans by
    ///     name), `"status"` and `"type"` (texts of at most 50 characters). `NSNull` clears one of these three. Of several with the
    ///     same name the last counts.
    public init(channel: String, uuids: [[String: Any]]) {
        self.channel = channel
        self.uuids = uuids
        super.init(fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        let channel = try Validation.identifier(channel, of: .channel)
        let change = try Self.change(set: uuids, removed: [], of: .uuid)
        return RelationEndpoints.changeMembers(of: channel, change, try query())
    }
}
