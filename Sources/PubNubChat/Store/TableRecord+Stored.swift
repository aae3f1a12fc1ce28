import GRDB

/// Looking up rows with statements that are prepared once: a history of a million messages does little else.
extension TableRecord where Self: FetchableRecord {
    /// The row with a primary key `id`; nil when there is none.
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
    ///   - condition: SQL that has to hold for the rows as well.
    ///   - db: The database.
    /// - Returns: The rows.
    /// - Throws: A `DatabaseError` if a statement fails.
    static func stored(
        _ values: Set<String>,
        in column: String,
        where condition: String = "TRUE",
        _ db: Database
    ) throws -> [Self] {
        var rows: [Self] = []
        var rest = Array(values)[...]
        while !rest.isEmpty {
            let part = rest.prefix(512)
            rest = rest.dropFirst(part.count)
            // Few sizes make few statements to cache; NULL, which the unused places hold, equals nothing.
            let size = [1, 8, 64].first { $0 >= part.count } ?? 512
            let places = repeatElement("?", count: size).joined(separator: ",")
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM \(databaseTableName) WHERE \(column) IN (\(places)) AND \(condition)"
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
    /// Deletes a row and returns what was stored; nil if nothing was stored.
    static func take(_ id: String, from db: Database) throws -> Self? {
        let row = try fetchOne(db, id: id)
        _ = try row?.delete(db)
        return row
    }
}
