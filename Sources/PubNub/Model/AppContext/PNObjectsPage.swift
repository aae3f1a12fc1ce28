import PubNubCore

/// A page of a list of users, channels, memberships or members.
public protocol PNObjectsPage: PNServiceData {
    /// The position of the page in its list.
    var position: PNPagePosition { get }
}

extension PNObjectsPage {
    /// The cursor of the next page, for `start` of the next request. The last page has one as well: read pages until one is
    /// empty or has fewer objects than the limit. `nil` if this page is empty.
    public var next: String? { position.next }

    /// The cursor of this page, for `end` of a request for the page before. `nil` for the first page.
    public var prev: String? { position.prev }

    /// The total number of objects that match the filter; 0 if the request did not ask for the total count.
    public var totalCount: UInt { position.totalCount }
}

/// The position of a page in its list; ``PNObjectsPage`` has the properties to read it.
public struct PNPagePosition: Sendable {
    let next: String?
    let prev: String?
    let totalCount: UInt
}

extension ObjectList {
    var position: PNPagePosition {
        PNPagePosition(next: next, prev: prev, totalCount: totalCount)
    }
}
