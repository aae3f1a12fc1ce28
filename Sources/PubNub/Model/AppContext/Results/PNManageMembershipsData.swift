// Unchecked because it derives: it adds only constants of Sendable types.

/// A page of memberships of a user, as they are after a change.
public final class PNManageMembershipsData: PNServiceData, @unchecked Sendable {
    /// The memberships on this page; not only those that were changed.
    public let memberships: [PNMembership]

    /// Where the next page begins, for `start` of the next request. It is there on the last page, too: read pages until
    /// one is empty or shorter than the limit. nil when this page is empty.
    public let next: String?

    /// Where this page began, for `end` of a request for the page before. nil for the first page.
    public let prev: String?

    /// How many there are in all that match the filter; 0 when ``PNMembershipFields/membershipsTotalCountField`` was not asked for.
    public let totalCount: UInt

    init(_ list: ObjectList<PNMembership>) {
        memberships = list.items
        next = list.next
        prev = list.prev
        totalCount = list.totalCount
    }
}
