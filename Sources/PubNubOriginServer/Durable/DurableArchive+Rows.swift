import PubNubOrigin
import GRDB

extension DurableArchive {
    /// The newest messages of a kind, and the timetoken of the newest one that is not among them.
    struct Newest {
        var records: [MessageRecord] = []
        var omitted: UInt64 = 0

        /// Takes records, the newest first, as long as there is room.
        mutating func take(_ cursor: RecordCursor<MessageRecord>, bytes left: inout Int) throws {
            while let record = try cursor.next() {
                guard left > 0, records.count < DurableArchive.restoredMessages else {
                    omitted = record.message.timetoken
                    return
                }
                left -= record.message.payload.count + (record.message.metadata?.count ?? 0)
                records.append(record)
            }
        }
    }

    static func newestMessages(_ db: Database, bytes left: inout Int) throws -> Newest {
        var newest = Newest()
        let sql = "SELECT * FROM message WHERE NOT isTransient ORDER BY id DESC"
        try newest.take(try MessageRecord.fetchCursor(db, sql: sql), bytes: &left)
        return newest
    }

    /// Events take no room from messages that are for history.
    static func newestEvents(_ db: Database, bytes left: inout Int) throws -> Newest {
        var newest = Newest()
        let sql = "SELECT * FROM message WHERE isTransient ORDER BY timetoken DESC"
        try newest.take(try MessageRecord.fetchCursor(db, sql: sql), bytes: &left)
        return newest
    }

    /// The messages with actions whose time to live is over. ``ExpirySweep`` leaves them, because an entry of the log removes
    /// them with their actions.
    static func expiredWithActions(_ db: Database, at latest: UInt64) throws -> [EndedMessages] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT keyset, channel, timetoken FROM message
                    WHERE expiry IS NOT NULL AND expiry < ? AND \(RetentionSweep.hasActions) LIMIT \(maxEnded)
                """
        )
        return try Row.fetchAll(statement, arguments: [Int64(clamping: latest)]).map { row in
            let timetoken = UInt64(clamping: row["timetoken"] as Int64)
            return EndedMessages(
                topic: Topic(keyset: row["keyset"], name: row["channel"]),
                after: timetoken - 1,
                through: timetoken
            )
        }
    }

    /// The most messages with actions that end with one call, so that the writer is free for commits soon. Others end a minute later.
    private static let maxEnded = 1000
}
