import GRDB

/// Removes what a store has of a channel. For the default rows only.
struct RemovedChannel {
    /// The number of messages that one transaction removes.
    private static let batch = 500

    let id: String
    let db: Database

    /// Removes the messages that are not published, and the changes of the outbox.
    ///
    /// - Returns: The identifiers of the messages.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if a message or a change is being sent.
    func discardQueued() throws -> [String] {
        let sql = "SELECT id FROM message WHERE pubnubChannelId = ? AND timetoken = 0 ORDER BY id"
        let queued = try String.fetchAll(db, sql: sql, arguments: [id])
        for message in queued where try Ledger(db: db).unsent(message)?.state == .sending {
            throw ChatError.entityCreationError("message \(message) is being sent")
        }
        let isSending = "SELECT EXISTS (SELECT 1 FROM outbox WHERE channelId = ? AND stage = 1)"
        guard try Bool.fetchOne(db, sql: isSending, arguments: [id]) != true else {
            throw ChatError.entityCreationError("a change of channel \(id) is being sent")
        }
        for message in queued {
            try remove(message)
            try Ledger(db: db).forget(unsent: message)
        }
        try db.run("DELETE FROM outbox WHERE channelId = ?", [id])
        return queued
    }

    /// Removes some of the published messages, with their reactions.
    ///
    /// - Returns: Whether messages are left.
    /// - Throws: A `DatabaseError` if a statement fails.
    func removeMessages() throws -> Bool {
        let sql = "SELECT id FROM message WHERE pubnubChannelId = ? AND timetoken > 0 LIMIT \(Self.batch)"
        let messages = try String.fetchAll(db.cachedStatement(sql: sql), arguments: [id])
        for message in messages { try remove(message) }
        return messages.count == Self.batch
    }

    /// Removes the row of the channel and everything but its messages.
    func remove() throws {
        try db.run("DELETE FROM messageAction WHERE pubnubChannelId = ? AND pubnubParentId IS NULL", [id])
        try db.run("DELETE FROM member WHERE channelId = ?", [id])
        for (table, column) in [
            ("unreadCount", "id"), ("draft", "id"), ("copyProgress", "channelId"), ("copyHole", "channelId"),
            ("arrivalPosition", "channelId"), ("arrivalReported", "channelId"),
            ("localHistory", "channelId"), ("copyMembers", "channelId"), ("copyMemberNamed", "channelId"),
            ("parkedReaction", "channelId"), ("removedReaction", "channelId"),
            ("refusedPublication", "channelId"),
        ] {
            try db.run("DELETE FROM \(table) WHERE \(column) = ?", [id])
        }
        try db.run("DELETE FROM channel WHERE id = ?", [id])
    }

    private func remove(_ message: String) throws {
        try db.run("DELETE FROM messageAction WHERE pubnubParentId = ?", [message])
        try db.run("DELETE FROM message WHERE id = ?", [message])
    }
}
