/// A call to make a user a member of channels; see ``PNSetMembershipsRequest``.
public final class PNSetMembershipsAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private var user: String?
    private var channelsEntries: [[String: Any]] = []

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// What to set: a dictionary each, with `"channel"`, and as wanted `"custom"`, `"status"` and `"type"`.
    public func channels(_ channels: [[String: Any]]) -> Self {
        channelsEntries = channels
        return self
    }

    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNMembershipFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNManageMembershipsCompletionBlock? = nil) {
        let request = PNSetMembershipsRequest(uuid: user, channels: channelsEntries)
        client.setMembershipsWith(
            fill(request, count: PNMembershipFields.membershipsTotalCountField.rawValue),
            completion: block
        )
    }
}
