import GRDB

/// Looking up rows by the primary key `id`, with statements that are made once: a history of a million messages does little else.
extension TableRecord where Self: FetchableRecord {
    /// The row; nil when there is none.
    static func stored(_ id: String?, in db: Database) throws -> Self? {
        guard let id else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT * FROM \(databaseTableName) WHERE id = ?")
        return try fetchOne(statement, arguments: [id])
    }

    static func isStored(_ id: String, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM \(databaseTableName) WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [id]) != nil
    }
}
