/// A call to make users members of a channel; see ``PNSetChannelMembersRequest``.
public final class PNSetChannelMembersAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private let channel: String

    private var uuidsEntries: [[String: Any]] = []

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// What to set: a dictionary each, with `"uuid"`, and as wanted `"custom"`, `"status"` and `"type"`.
    public func uuids(_ uuids: [[String: Any]]) -> Self {
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
        let request = PNSetChannelMembersRequest(channel: channel, uuids: uuidsEntries)
        client.setChannelMembersWith(
            fill(request, count: PNChannelMemberFields.membersTotalCountField.rawValue),
            completion: block
        )
    }
}
