/// What the rows of a query have in common: one value in one column.
struct ObservedKey: Hashable, Sendable {
    let table: String
    let column: String
    let value: String
}
