// Unchecked because it derives: it adds only constants of Sendable types.

/// A page of users.
public final class PNFetchAllUUIDMetadataData: PNServiceData, @unchecked Sendable {
    /// The metadata of the users on this page.
    public let metadata: [PNUUIDMetadata]

    /// Where the next page begins, for `start` of the next request. It is there on the last page, too: read pages until
    /// one is empty or shorter than the limit. nil when this page is empty.
    public let next: String?

    /// Where this page began, for `end` of a request for the page before. nil for the first page.
    public let prev: String?

    /// How many there are in all that match the filter; 0 when ``PNUUIDFields/totalCountField`` was not asked for.
    public let totalCount: UInt

    init(_ list: ObjectList<PNUUIDMetadata>) {
        metadata = list.items
        next = list.next
        prev = list.prev
        totalCount = list.totalCount
    }
}
