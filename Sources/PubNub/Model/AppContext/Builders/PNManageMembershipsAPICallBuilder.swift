/// A call to set and remove memberships of a user at once; see ``PNManageMembershipsRequest``.
public final class PNManageMembershipsAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private var user: String?
    private var setEntries: [[String: Any]] = []
    private var removeEntries: [String] = []

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// What to set: a dictionary each, with `"channel"`, and as wanted `"custom"`, `"status"` and `"type"`.
    public func set(_ set: [[String: Any]]) -> Self {
        setEntries = set
        return self
    }

    /// The channels in which the user is no longer to be a member.
    public func remove(_ remove: [String]) -> Self {
        removeEntries = remove
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
        let request = PNManageMembershipsRequest(uuid: user)
        request.setChannels = setEntries
        request.removeChannels = removeEntries
        client.manageMemberships(
            with: fill(request, count: PNMembershipFields.membershipsTotalCountField.rawValue),
            completion: block
        )
    }
}
