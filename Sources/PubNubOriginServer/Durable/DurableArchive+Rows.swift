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

    /// Deletes events that no subscriber can still want, and what has expired.
    ///
    /// - Parameters:
    ///   - db: The data file.
    ///   - latest: The latest timetoken.
    ///   - most: How many events of all keysets stay. A keyset that has more than its share loses its own.
    /// - Throws: An error of SQLite.
    static func prune(_ db: Database, at latest: UInt64, maxEvents most: Int = restoredMessages) throws {
        let horizon = Int64(clamping: latest > transientTTL ? latest - transientTTL : 0)
        try db.execute(
            sql: "DELETE FROM message WHERE isTransient AND timetoken < ?",
            arguments: [horizon]
        )
        // Of those that are newer no more than a restart takes in.
        let counts = try Row.fetchAll(
            db,
            sql: "SELECT keyset, COUNT(*) AS count FROM message WHERE isTransient GROUP BY keyset"
        )
        let share = share(of: counts.map { $0["count"] }, most: most)
        for row in counts where (row["count"] as Int) > share {
            let keyset: String = row["keyset"]
            try db.execute(
                sql: """
                    DELETE FROM message WHERE isTransient AND keyset = ? AND timetoken <=
                        (SELECT timetoken FROM message WHERE isTransient AND keyset = ?
                            ORDER BY timetoken DESC LIMIT 1 OFFSET ?)
                    """,
                arguments: [keyset, keyset, share]
            )
        }
        try db.execute(sql: "DELETE FROM message WHERE \(isExpired)", arguments: [Int64(clamping: latest)])
        try db.execute(
            sql: "DELETE FROM accessGrant WHERE expiry IS NOT NULL AND expiry < ?",
            arguments: [Int64(clamping: latest)]
        )
        try db.execute(sql: "DELETE FROM revokedToken WHERE expiry < ?", arguments: [Int64(clamping: latest)])
    }

    /// The bytes of the payloads and metadata that ``prune(_:at:maxEvents:)`` deletes because they have expired, by keyset.
    ///
    /// - Throws: An error of SQLite.
    static func expiredBytes(_ db: Database, at latest: UInt64) throws -> [String: Int] {
        try StorageUsage.bytes(db, where: isExpired, arguments: [Int64(clamping: latest)])
    }

    /// The messages with actions whose time to live is over. They are not pruned: an entry of the log removes them with their actions.
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

    private static let isExpired = "expiry IS NOT NULL AND expiry < ? AND NOT \(RetentionSweep.hasActions)"

    /// How many each may keep, so that all have `most` together at most. Those that have less leave room for the others.
    private static func share(of counts: [Int], most: Int) -> Int {
        var left = most
        for (index, count) in counts.sorted().enumerated() {
            let share = left / (counts.count - index)
            if count > share { return share }
            left -= count
        }
        return .max
    }
}
