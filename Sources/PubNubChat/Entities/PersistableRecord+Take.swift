import GRDB

extension FetchableRecord where Self: PersistableRecord & Identifiable<String> {
    /// Deletes a row and returns what was stored; nil when nothing was.
    static func take(_ id: String, from db: Database) throws -> Self? {
        let row = try fetchOne(db, id: id)
        _ = try row?.delete(db)
        return row
    }
}
