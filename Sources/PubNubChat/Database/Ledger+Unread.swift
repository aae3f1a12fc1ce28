import GRDB

/// Read markers.
extension Ledger {
    /// A marker that the service does not have.
    struct PendingMarker: Sendable {
        let channel: String
        let timetoken: Timetoken
    }

    /// Sets the marker of a channel before the service has it.
    func mark(_ channel: String, readUpTo timetoken: Timetoken) throws {
        let sql = """
            INSERT INTO unreadCount (id, lastRead, isPending) VALUES (?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET lastRead = excluded.lastRead, isPending = 1
            """
        try db.execute(sql: sql, arguments: [channel, Int64(clamping: timetoken)])
    }

    func pendingMarkers() throws -> [PendingMarker] {
        try Row.fetchAll(db, sql: "SELECT id, lastRead FROM unreadCount WHERE isPending ORDER BY id").map { row in
            PendingMarker(channel: row["id"], timetoken: Timetoken(clamping: row["lastRead"] as Int64))
        }
    }

    /// The service has a marker now. A marker that moved in the meantime stays pending.
    func confirm(_ marker: PendingMarker) throws {
        try db.execute(
            sql: "UPDATE unreadCount SET isPending = 0 WHERE id = ? AND lastRead = ?",
            arguments: [marker.channel, Int64(clamping: marker.timetoken)]
        )
    }

    /// Sets the number of messages that the service counted between the marker and a timetoken, and counts the stored
    /// messages after it. Nothing changes if the marker moved in the meantime.
    func setBase(_ count: Int, of channel: String, from marker: Timetoken, upTo timetoken: Timetoken) throws {
        let sql = """
            UPDATE unreadCount SET base = ?, countedAfter = ?, counted = (
                SELECT COUNT(*) FROM message WHERE pubnubChannelId = unreadCount.id AND timetoken > ?
                    AND NOT isDeleted AND pubnubUserId IS NOT (SELECT userId FROM copyOwner)
            ) WHERE id = ? AND lastRead = ?
            """
        let upTo = Int64(clamping: timetoken)
        try db.execute(sql: sql, arguments: [count, upTo, upTo, channel, Int64(clamping: marker)])
    }
}
