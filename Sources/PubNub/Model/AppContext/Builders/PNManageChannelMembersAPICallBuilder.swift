/// A call to set and remove members of a channel at once; see ``PNManageChannelMembersRequest``.
public final class PNManageChannelMembersAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private let channel: String

    private var setEntries: [[String: Any]] = []
    private var removeEntries: [String] = []

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// What to set: a dictionary each, with `"uuid"`, and as wanted `"custom"`, `"status"` and `"type"`.
    public func set(_ set: [[String: Any]]) -> Self {
        setEntries = set
        return self
    }

    /// The users who are no longer to be members.
    public func remove(_ remove: [String]) -> Self {
        removeEntries = remove
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
        let request = PNManageChannelMembersRequest(channel: channel)
        request.setMembers = setEntries
        request.removeMembers = removeEntries
        client.manageChannelMembers(
            with: fill(request, count: PNChannelMemberFields.membersTotalCountField.rawValue),
            completion: block
        )
    }
}
