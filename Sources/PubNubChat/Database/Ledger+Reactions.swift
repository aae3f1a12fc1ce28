import GRDB

/// Pending reactions, which arrived before their message, and removed ones, which may arrive again.
extension Ledger {
    /// The maximum number of pending reactions of a channel. Beyond that, the oldest are discarded.
    static let pendingLimit = 1_000

    /// Discards the reactions beyond the limit, in the order of an index.
    static let pendingBound = """
        DELETE FROM parkedReaction WHERE rowid IN (SELECT rowid FROM parkedReaction WHERE channelId = ?
            ORDER BY actionTimetoken DESC LIMIT -1 OFFSET \(pendingLimit))
        """

    /// The maximum number of removed reactions of a channel that are known. Beyond that, the oldest are forgotten: events that
    /// arrive late are about the newest.
    static let removedLimit = 1_000

    /// Records that the service removed a reaction.
    func addRemoved(_ reaction: ChatMessageAction<some ChatCustomData>) throws {
        let channel = reaction.pubnubChannelId
        try db.run(
            "INSERT OR IGNORE INTO removedReaction (channelId, actionTimetoken, id) VALUES (?, ?, ?)",
            [channel, Int64(clamping: reaction.actionTimetoken), reaction.id]
        )
        guard db.changesCount > 0 else { return }
        try keepNewest(Self.removedLimit, in: "removedReaction", by: "actionTimetoken", of: channel)
    }

    /// Removes the rows of a channel beyond the newest ones.
    ///
    /// - Parameters:
    ///   - limit: The number of rows that stay.
    ///   - table: A table with the column `channelId`.
    ///   - timetoken: The column by which rows are old.
    ///   - channel: The channel.
    /// - Throws: A `DatabaseError` if the statement fails.
    func keepNewest(_ limit: Int, in table: String, by timetoken: String, of channel: String) throws {
        try db.run(
            """
            DELETE FROM \(table) WHERE channelId = ?1 AND \(timetoken) < (SELECT \(timetoken) FROM \(table)
                WHERE channelId = ?1 ORDER BY \(timetoken) DESC LIMIT 1 OFFSET \(limit - 1))
            """,
            [channel]
        )
    }

    /// Adds a pending reaction. A trigger ignores it if the service removed it.
    func addPending(_ reaction: ChatMessageAction<some ChatCustomData>) throws {
        try Storable.check(reaction.id, reaction.sourceType, reaction.value, reaction.pubnubChannelId)
        try Storable.check(reaction.actionTimetoken, reaction.parentTimetoken)
        let sql = """
            INSERT OR REPLACE INTO parkedReaction
                (id, channelId, parentTimetoken, actionTimetoken, userId, sourceType, value, encryption)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.execute(
            sql: sql,
            arguments: [
                reaction.id, reaction.pubnubChannelId, Int64(clamping: reaction.parentTimetoken),
                Int64(clamping: reaction.actionTimetoken), reaction.pubnubUserId, reaction.sourceType, reaction.value,
                reaction.encryption?.rawValue ?? 0,
            ]
        )
        try db.cachedStatement(sql: Self.pendingBound).execute(arguments: [reaction.pubnubChannelId])
    }

    /// Removes a pending reaction.
    func removePending(_ id: String) throws {
        try db.run("DELETE FROM parkedReaction WHERE id = ?", [id])
    }

    /// Removes the pending reactions to a publication.
    func removePending(_ channel: String, parent: Timetoken) throws {
        try db.run(
            "DELETE FROM parkedReaction WHERE channelId = ? AND parentTimetoken = ?",
            [channel, Int64(clamping: parent)]
        )
    }

    /// Removes the pending reactions in a range, except those with these identifiers.
    func removePending(_ channel: String, _ range: TimetokenRange, allBut ids: Set<String>) throws {
        let sql = "SELECT id FROM parkedReaction WHERE channelId = ? AND actionTimetoken > ? AND actionTimetoken <= ?"
        let after = Int64(clamping: range.after)
        let upTo = Int64(clamping: range.upTo)
        for id in try String.fetchAll(db, sql: sql, arguments: [channel, after, upTo]) where !ids.contains(id) {
            try removePending(id)
        }
    }

    /// Removes and returns the pending reactions to a message, in the order in which they were added.
    func takePending<Model: ChatCustomData>(
        _: Model.Type,
        channel: String,
        parent: Timetoken
    ) throws -> [ChatMessageAction<Model>] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM parkedReaction WHERE channelId = ? AND parentTimetoken = ? ORDER BY actionTimetoken, id"
        )
        let rows = try Row.fetchAll(statement, arguments: [channel, Int64(clamping: parent)])
        guard !rows.isEmpty else { return [] }
        try removePending(channel, parent: parent)
        return rows.map { row in
            let user: String = row["userId"]
            var reaction = ChatMessageAction<Model>(
                actionTimetoken: Timetoken(clamping: row["actionTimetoken"] as Int64),
                parentTimetoken: parent,
                sourceType: row["sourceType"],
                value: row["value"],
                pubnubUserId: user,
                userModel: ChatUser(id: user),
                pubnubChannelId: channel
            )
            reaction.encryption = ActionEncryption(rawValue: row["encryption"])
            return reaction
        }
    }
}
