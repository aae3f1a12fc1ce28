/// A call for a page of the memberships of a user; see ``PNFetchMembershipsRequest``.
public final class PNFetchMembershipsAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    private var user: String?

    /// The user; nil, also without this step, means the identifier of the client at the time of the call.
    public func uuid(_ uuid: String?) -> Self {
        user = uuid
        return self
    }

    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNMembershipFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchMembershipsCompletionBlock) {
        let request = PNFetchMembershipsRequest(uuid: user)
        client.memberships(
            with: fill(request, count: PNMembershipFields.membershipsTotalCountField.rawValue),
            completion: block
        )
    }
}
