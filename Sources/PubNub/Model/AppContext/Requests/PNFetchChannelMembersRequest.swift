/// A request for a page of the members of a channel.
public final class PNFetchChannelMembersRequest: PNObjectsPaginatedRequest {
    /// The channel.
    public let channel: String

    /// What the answer contains beyond what it always has; ``PNChannelMemberFields/membersTotalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNChannelMemberFields {
        get { PNChannelMemberFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    ///
    /// - Parameter channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control
    ///   characters.
    public init(channel: String) {
        self.channel = channel
        super.init(fieldBits: PNChannelMemberFields.membersTotalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        RelationEndpoints.members(of: try Validation.identifier(channel, of: .channel), try query())
    }
}
