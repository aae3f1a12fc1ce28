import GRDB

/// The observers of one table, by the rows that they observe.
struct WatchedTable: Sendable {
    /// The columns by which rows of the default entities are observed, most selective first.
    struct Layout: Sendable {
        let table: String
        let columns: [Column]

        struct Column: Sendable {
            let name: String
            let type: String

            static func text(_ name: String) -> Self { Self(name: name, type: "TEXT") }
            static func integer(_ name: String) -> Self { Self(name: name, type: "INTEGER") }
        }
    }

    /// An observer, and the rows of this table that it observes.
    private struct Watcher: Sendable {
        /// The indexes of the relevant columns; nil for all.
        let counting: [Int]?
        let wake: @Sendable () -> Void
    }

    /// The columns of the table, in the order in which triggers pass their values.
    let columns: [String]
    private var isUsed = false
    /// By column, then by its value, then by observer.
    private var watchers: [[DatabaseValue: [Int: Watcher]]]

    init(columns: [String]) {
        self.columns = columns
        watchers = Array(repeating: [:], count: columns.count)
    }

    /// Whether the table has the columns by which rows are to be observed.
    func canWatch(_ rows: ObservedRows) -> Bool {
        columns.contains(rows.key.column)
    }

    mutating func add(_ rows: ObservedRows, _ id: Int, _ wake: @escaping @Sendable () -> Void) {
        guard let index = columns.firstIndex(of: rows.key.column) else { return }
        let counting = rows.columns?.map { columns.firstIndex(of: $0) }
        let watcher = Watcher(
            // Any change may affect a column whose values triggers do not pass.
            counting: counting.flatMap { $0.contains(nil) ? nil : $0.compactMap(\.self) },
            wake: wake
        )
        watchers[index][rows.key.value, default: [:]][id] = watcher
        isUsed = true
    }

    mutating func remove(_ rows: ObservedRows, _ id: Int) {
        guard let index = columns.firstIndex(of: rows.key.column) else { return }
        watchers[index][rows.key.value]?[id] = nil
        if watchers[index][rows.key.value]?.isEmpty == true { watchers[index][rows.key.value] = nil }
        isUsed = watchers.contains { !$0.isEmpty }
    }

    /// Collects the observers of a row that was inserted, deleted, or changed.
    ///
    /// - Parameters:
    ///   - row: The values of the columns.
    ///   - other: The values after the change, or before it; nil if no such row exists.
    ///   - woken: Receives the observers.
    func collect(
        _ row: ArraySlice<DatabaseValue>,
        _ other: ArraySlice<DatabaseValue>?,
        into woken: inout [Int: @Sendable () -> Void]
    ) {
        guard isUsed else { return }
        for index in columns.indices where !watchers[index].isEmpty {
            guard let found = watchers[index][row[row.startIndex + index]] else { continue }
            for (id, watcher) in found where woken[id] == nil && Self.isAbout(watcher, row, other, keyedBy: index) {
                woken[id] = watcher.wake
            }
        }
    }

    private static func isAbout(
        _ watcher: Watcher,
        _ row: ArraySlice<DatabaseValue>,
        _ other: ArraySlice<DatabaseValue>?,
        keyedBy key: Int
    ) -> Bool {
        guard let other, let counting = watcher.counting else { return true }
        func isDifferent(_ index: Int) -> Bool { row[row.startIndex + index] != other[other.startIndex + index] }
        return isDifferent(key) || counting.contains(where: isDifferent)
    }
}

/// The rows of a table whose changes an observer receives.
struct ObservedRows: Hashable, Sendable {
    let table: String
    /// The column by which the watch finds the observer, and its value in these rows.
    let key: ObservedKey
    /// The relevant columns; changes of other columns are ignored. nil for all.
    var columns: Set<String>?

    init(_ table: String, _ column: String, _ value: String, columns: Set<String>? = nil) {
        self.table = table
        key = ObservedKey(column: column, value: value.databaseValue)
        self.columns = columns
    }

    /// Joins rows of one table with the same key: an observer has one list of columns for them.
    static func joined(_ rows: [ObservedRows]) -> [ObservedRows] {
        struct Source: Hashable {
            let table: String
            let key: ObservedKey
        }
        var joined: [ObservedRows] = []
        var indexes: [Source: Int] = [:]
        for rows in rows {
            let source = Source(table: rows.table, key: rows.key)
            guard let index = indexes[source] else {
                indexes[source] = joined.count
                joined.append(rows)
                continue
            }
            guard let own = joined[index].columns, let other = rows.columns else {
                joined[index].columns = nil
                continue
            }
            joined[index].columns = own.union(other)
        }
        return joined
    }
}

/// One value in one column.
struct ObservedKey: Hashable, Sendable {
    let column: String
    let value: DatabaseValue
}
