import GRDB

/// Looks up rows with cached statements. A history of a million messages consists mostly of such look-ups.
extension TableRecord where Self: FetchableRecord {
    /// The row with the primary key `id`; nil if none exists.
    static func stored(_ id: String?, in db: Database) throws -> Self? {
        guard let id else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(databaseTableName) WHERE id = ?")
        return try fetchOne(statement, arguments: [id])
    }

    static func isStored(_ id: String, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM \(databaseTableName) WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [id]) != nil
    }

    /// The rows that have one of several values in a column, in no order.
    ///
    /// - Parameters:
    ///   - values: The values; any number, of which one statement takes 512.
    ///   - column: The column.
    ///   - condition: An additional SQL condition on the rows.
    ///   - db: The database.
    /// - Returns: The rows.
    /// - Throws: A `DatabaseError` if a statement fails.
    static func stored(
        _ values: some Sequence<String>,
        in column: String,
        where condition: String = "TRUE",
        _ db: Database
    ) throws -> [Self] {
        var rows: [Self] = []
        var rest = Array(values)[...]
        while !rest.isEmpty {
            let part = rest.prefix(512)
            rest = rest.dropFirst(part.count)
            // Few sizes mean few statements to cache. Unused positions hold NULL, which equals no value.
            let size = [1, 8, 64].first { $0 >= part.count } ?? 512
            let placeholders = repeatElement("?", count: size).joined(separator: ",")
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM \(databaseTableName) WHERE \(column) IN (\(placeholders)) AND \(condition)"
            )
            let unused = repeatElement(DatabaseValue.null, count: size - part.count)
            rows += try fetchPrepared(
                statement,
                arguments: StatementArguments(part.map(\.databaseValue) + unused)
            )
        }
        return rows
    }
}

extension FetchableRecord where Self: PersistableRecord & Identifiable<String> {
    /// Deletes a row and returns it; nil if it was not stored.
    static func take(_ id: String, from db: Database) throws -> Self? {
        let row = try stored(id, in: db)
        _ = try row?.delete(db)
        return row
    }
}

extension PersistableRecord where Self: Equatable {
    /// Inserts the row, or updates the stored one if it is different. An unchanged row causes no write, and so no change
    /// for observers.
    func store(over stored: Self?, in db: Database) throws {
        guard let stored else { return try insert(db) }
        if self != stored { try update(db) }
    }
}
