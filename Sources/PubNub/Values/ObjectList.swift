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
}

extension ObjectList {
    /// The same page with other objects.
    package func map<Other>(_ transform: (Item) -> Other) -> ObjectList<Other> {
        ObjectList<Other>(items: items.map(transform), totalCount: totalCount, next: next, prev: prev)
    }
}
