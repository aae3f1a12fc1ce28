/// A page of objects.
struct ObjectList<Item: Sendable>: Sendable {
    /// The objects, in the order of the service.
    var items: [Item] = []
    /// How many there are in all; zero when the service was not asked.
    var totalCount: UInt = 0
    /// Where the next page begins; nil when this one is empty.
    var next: String?
    /// Where this page began; nil for the first one.
    var prev: String?
}
