/// What a page of a list is to hold.
struct ObjectQuery: Sendable {
    var filter: ObjectFilter?
    var sort = ObjectSort()
    /// How many entries come before the page.
    var offset = 0
    var limit = 100
    /// Whether all entries that are wanted are to be counted.
    var countsAll = false
}
