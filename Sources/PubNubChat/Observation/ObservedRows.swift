import GRDB

/// Rows of a table whose changes an observer waits for.
struct ObservedRows: Equatable, Sendable {
    let table: String
    /// The column by which the watch finds the observer, and its value in these rows.
    let key: ObservedKey
    /// What else holds for these rows.
    var conditions: [RowCondition] = []
    /// The columns that count; a change of others is no change. Nil for all.
    var columns: Set<String>?
}

/// One value in one column.
struct ObservedKey: Hashable, Sendable {
    let column: String
    let value: DatabaseValue
}

/// A column compared with a value.
struct RowCondition: Equatable, Sendable {
    enum Comparison: Equatable, Sendable {
        case equal, less, lessOrEqual, greater, greaterOrEqual
    }

    let column: String
    let comparison: Comparison
    let value: DatabaseValue

    /// Whether the condition may be true for a value of the column. True for types that SQLite would order by its own rules.
    func admits(_ found: DatabaseValue) -> Bool {
        switch (comparison, found.storage, value.storage) {
        case (.equal, _, _): found == value
        case (_, .null, _): false
        case (.less, .int64(let found), .int64(let limit)): found < limit
        case (.lessOrEqual, .int64(let found), .int64(let limit)): found <= limit
        case (.greater, .int64(let found), .int64(let limit)): found > limit
        case (.greaterOrEqual, .int64(let found), .int64(let limit)): found >= limit
        default: true
        }
    }
}
