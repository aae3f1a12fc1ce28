/// A call for a page of the members of a channel; see ``PNFetchChannelMembersRequest``.
public final class PNFetchChannelMembersAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private let channel: String

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNChannelMemberFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchChannelMembersCompletionBlock) {
        let request = PNFetchChannelMembersRequest(channel: channel)
        client.channelMembers(
            with: fill(request, count: PNChannelMemberFields.membersTotalCountField.rawValue),
            completion: block
        )
    }
}
