/// A call to end memberships in a channel; see ``PNRemoveChannelMembersRequest``.
public final class PNRemoveChannelMembersAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private let channel: String

    private var uuidsEntries: [String] = []

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// The users who are no longer to be members.
    public func uuids(_ uuids: [String]) -> Self {
        uuidsEntries = uuids
        return self
    }

    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNChannelMemberFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNManageChannelMembersCompletionBlock? = nil) {
        let request = PNRemoveChannelMembersRequest(channel: channel, uuids: uuidsEntries)
        client.removeChannelMembers(
            with: fill(request, count: PNChannelMemberFields.membersTotalCountField.rawValue),
            completion: block
        )
    }
}
