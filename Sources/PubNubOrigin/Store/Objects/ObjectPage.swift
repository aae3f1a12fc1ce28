/// A page of a list.
struct ObjectPage<Entry: Sendable>: Sendable {
    var entries: [Entry] = []
    /// All that are wanted, on whatever page; nil when nobody counted.
    var total: Int?
}
