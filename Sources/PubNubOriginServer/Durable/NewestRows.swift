import GRDB

/// The rows that a process wrote last, which are the ones that a failing disk or a power failure damages most often.
enum NewestRows {
    /// The rows that are read from the end of each table and index. They are in its last pages.
    private static let count = 64

    /// Reads the last rows of each table and index, with all of their values. Takes milliseconds, independent of the size of the file.
    ///
    /// - Throws: The error of SQLite about the first damaged page.
    static func check(_ db: Database) throws {
        for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
            let key = try db.primaryKey(table)
            try read(table, by: key.isRowID ? ["rowid"] : key.columns, in: db)
            let indexes = try Row.fetchAll(
                db,
                sql: "SELECT name, origin, partial FROM pragma_index_list(?)",
                arguments: [table]
            )
            // SQLite reads the index of a primary key without rowid as the table, and a partial one for its own condition only.
            for index in indexes where index["origin"] == "c" && index["partial"] == 0 {
                let name: String = index["name"]
                let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_index_info(?)", arguments: [name])
                try read("\(table) INDEXED BY \(name)", by: columns, in: db)
            }
        }
    }

    /// Reads the last rows of a table in an order. Copies of the rows have all values, those on overflow pages included.
    private static func read(_ source: String, by columns: [String], in db: Database) throws {
        let order = columns.map { "\"\($0)\" DESC" }.joined(separator: ", ")
        _ = try Row.fetchAll(db, sql: "SELECT * FROM \(source) ORDER BY \(order) LIMIT \(count)")
    }
}
