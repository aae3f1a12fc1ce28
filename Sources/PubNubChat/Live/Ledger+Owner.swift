import GRDB

/// Whose data the store holds.
extension Ledger {
    /// The owner; nil for a store that has none yet, such as one of a version before 0.7.
    func owner() throws -> ChatStoreOwner? {
        guard try db.tableExists("copyOwner") else { return nil }
        return try Row.fetchOne(db, sql: "SELECT subscribeKey, userId FROM copyOwner").map { row in
            ChatStoreOwner(subscribeKey: row["subscribeKey"], userId: row["userId"])
        }
    }

    /// Makes this the store of an owner, if it has none yet.
    func adopt(_ owner: ChatStoreOwner) throws {
        let sql = "INSERT OR IGNORE INTO copyOwner (id, subscribeKey, userId) VALUES (1, ?, ?)"
        try db.execute(sql: sql, arguments: [owner.subscribeKey, owner.userId])
    }
}
