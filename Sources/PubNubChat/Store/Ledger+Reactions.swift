import GRDB

/// Reactions that came before their message are pending until it comes.
extension Ledger {
    /// How many reactions of a channel are pending; beyond that, the oldest are forgotten.
    static let parkingSpace = 1_000

    /// Forgets what is beyond the space, in the order of an index.
    static let parkingBound = """
        DELETE FROM parkedReaction WHERE rowid IN (SELECT rowid FROM parkedReaction WHERE channelId = ?
            ORDER BY actionTimetoken DESC LIMIT -1 OFFSET \(parkingSpace))
        """

    /// Keeps a reaction aside.
    func park(_ reaction: ChatMessageAction<some ChatCustomData>) throws {
        try Storable.check(reaction.id, reaction.sourceType, reaction.value, reaction.pubnubChannelId)
        try Storable.check(reaction.actionTimetoken, reaction.parentTimetoken)
        let sql = """
            INSERT OR REPLACE INTO parkedReaction
                (id, channelId, parentTimetoken, actionTimetoken, userId, sourceType, value) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.execute(
            sql: sql,
            arguments: [
                reaction.id, reaction.pubnubChannelId, Int64(clamping: reaction.parentTimetoken),
                Int64(clamping: reaction.actionTimetoken), reaction.pubnubUserId, reaction.sourceType, reaction.value,
            ]
        )
        try db.cachedStatement(sql: Self.parkingBound).execute(arguments: [reaction.pubnubChannelId])
    }

    /// Forgets a reaction that was pending.
    func unpark(_ id: String) throws {
        try db.execute(sql: "DELETE FROM parkedReaction WHERE id = ?", arguments: [id])
    }

    /// Forgets the reactions that were published in a range, but for those with these identifiers.
    func unpark(_ channel: String, _ range: TimetokenRange, allBut ids: Set<String>) throws {
        let sql = "SELECT id FROM parkedReaction WHERE channelId = ? AND actionTimetoken > ? AND actionTimetoken <= ?"
        let (after, upTo) = (Int64(clamping: range.after), Int64(clamping: range.upTo))
        for id in try String.fetchAll(db, sql: sql, arguments: [channel, after, upTo]) where !ids.contains(id) {
            try unpark(id)
        }
    }

    /// Takes the reactions to a message out, in the order in which they were added.
    func takeParked<Model: ChatCustomData>(
        _: Model.Type,
        channel: String,
        parent: Timetoken
    ) throws -> [ChatMessageAction<Model>] {
        let place = "FROM parkedReaction WHERE channelId = ? AND parentTimetoken = ?"
        let arguments: StatementArguments = [channel, Int64(clamping: parent)]
        let statement = try db.cachedStatement(sql: "SELECT * \(place) ORDER BY actionTimetoken, id")
        let rows = try Row.fetchAll(statement, arguments: arguments)
        guard !rows.isEmpty else { return [] }
        try db.execute(sql: "DELETE \(place)", arguments: arguments)
        return rows.map { row in
            let user: String = row["userId"]
            return ChatMessageAction(
                actionTimetoken: Timetoken(clamping: row["actionTimetoken"] as Int64),
                parentTimetoken: parent,
                sourceType: row["sourceType"],
                value: row["value"],
                pubnubUserId: user,
                userModel: ChatUser(id: user),
                pubnubChannelId: channel
            )
        }
    }
}
