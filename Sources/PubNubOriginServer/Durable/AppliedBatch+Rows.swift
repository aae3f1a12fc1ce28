import PubNubOrigin
import GRDB

extension AppliedBatch {
    /// The newest that a database has, as many as a table of them takes.
    static func all(in db: Database) throws -> [AppliedBatch] {
        let sql = "SELECT boot, number, position FROM appliedBatch ORDER BY position DESC, boot DESC LIMIT ?"
        return try Row.fetchAll(db, sql: sql, arguments: [AppliedBatches.maxStarts]).map { row in
            AppliedBatch(
                boot: UInt64(bitPattern: row["boot"]),
                number: UInt64(clamping: row["number"] as Int64),
                position: UInt64(clamping: row["position"] as Int64)
            )
        }
    }

    /// Writes it in the place of the former one of its start.
    func write(_ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO appliedBatch (boot, number, position) VALUES (?, ?, ?)")
            .execute(arguments: [Int64(bitPattern: boot), Int64(clamping: number), Int64(clamping: position)])
    }
}
