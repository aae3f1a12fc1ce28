/// A page of objects as a response contains it.
package struct ObjectList<Item: Sendable>: Sendable {
    /// The objects in the order of the service.
    package var items: [Item] = []
    /// The total number of objects; 0 if the request did not ask for it.
    package var totalCount: UInt = 0
    /// The cursor of the next page; `nil` if this page is empty.
    package var next: String?
    /// The cursor of this page; `nil` for the first page.
    package var prev: String?
    /// The number of objects in the response, including those that could not be read and are not among the items.
    package var received = 0
    /// The cursor of the older objects in a list of actions, also if the service leaves out `next`; `nil` if no older
    /// ones are left, and for every other list.
    package var older: String?

    package init(
        items: [Item] = [],
        totalCount: UInt = 0,
        next: String? = nil,
        prev: String? = nil,
        received: Int = 0,
        older: String? = nil
    ) {
        self.items = items
        self.totalCount = totalCount
        self.next = next
        self.prev = prev
        self.received = received
        self.older = older
    }
}

extension ObjectList {
    /// The same page with other objects.
    package func map<Other>(_ transform: (Item) -> Other) -> ObjectList<Other> {
        ObjectList<Other>(
            items: items.map(transform),
            totalCount: totalCount,
            next: next,
            prev: prev,
            received: received,
            older: older
        )
    }
}
