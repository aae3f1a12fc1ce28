/// A call to end memberships of a user; see ``PNRemoveMembershipsRequest``.
public final class PNRemoveMembershipsAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private var user: String?
    private var channelsEntries: [String] = []

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// The channels in which the user is no longer to be a member.
    public func channels(_ channels: [String]) -> Self {
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
        let request = PNRemoveMembershipsRequest(uuid: user, channels: channelsEntries)
        client.removeMemberships(
            with: fill(request, count: PNMembershipFields.membershipsTotalCountField.rawValue),
            completion: block
        )
    }
}
