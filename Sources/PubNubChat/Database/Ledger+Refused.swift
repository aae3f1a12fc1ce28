import GRDB

/// Publications that were refused, because another author or channel used the identifier of the message first.
///
/// An earlier publication that arrives later can show that a refused one belongs to the message after all. Only its place
/// is recorded: the content of a message is that of its first publication. Reactions to a refused publication are pending.
extension Ledger {
    /// The maximum number of refused publications of a channel. Beyond that, the oldest are discarded.
    static let refusedLimit = 1_000

    /// A publication, without its content.
    struct Publication {
        let messageId: String
        let userId: String
        let channelId: String
        let timetoken: Timetoken

        fileprivate var position: Int64 { Int64(clamping: timetoken) }
    }

    /// Records a refused publication.
    func addRefused(_ publication: Publication) throws {
        try Storable.check(publication.messageId, publication.userId, publication.channelId)
        try Storable.check(publication.timetoken)
        try db.run(
            """
            INSERT OR IGNORE INTO refusedPublication (channelId, timetoken, messageId, userId) VALUES (?, ?, ?, ?)
            """,
            [publication.channelId, publication.position, publication.messageId, publication.userId]
        )
        guard db.changesCount > 0 else { return }
        try keepNewest(Self.refusedLimit, in: "refusedPublication", by: "timetoken", of: publication.channelId)
    }

    /// Whether the publication at this timetoken of a channel was refused.
    func isRefused(_ channel: String, at timetoken: Timetoken) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM refusedPublication WHERE channelId = ? AND timetoken = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [channel, Int64(clamping: timetoken)]) == true
    }

    /// Decides again about the refused publications of a message, after its first known publication changed.
    ///
    /// - Parameter first: The first known publication.
    /// - Returns: The timetokens of those that belong to the message, ascending. They are not refused any more.
    /// - Throws: A `DatabaseError` if a statement fails.
    func takeRefused(after first: Publication) throws -> [Timetoken] {
        // Nearly every message has none, which one query finds out.
        let isAny = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM refusedPublication WHERE messageId = ?)"
        )
        guard try Bool.fetchOne(isAny, arguments: [first.messageId]) == true else { return [] }
        try releaseRefused(first.messageId, before: first.timetoken)
        let selection = "FROM refusedPublication WHERE messageId = ? AND userId = ? AND channelId = ?"
        let arguments: StatementArguments = [first.messageId, first.userId, first.channelId]
        let statement = try db.cachedStatement(sql: "SELECT timetoken \(selection) ORDER BY timetoken")
        let own = try Int64.fetchAll(statement, arguments: arguments).map { Timetoken(clamping: $0) }
        if !own.isEmpty { try db.run("DELETE \(selection)", arguments) }
        // The first one itself may have been refused for a message that is gone.
        return own.filter { $0 != first.timetoken }
    }

    /// Makes the refused publications of a message missing, because the earlier one that they were refused for is gone.
    ///
    /// - Parameters:
    ///   - message: The identifier of the message.
    ///   - timetoken: The first publication that is left; nil, the default, if none is. Later ones stay refused.
    /// - Throws: A `DatabaseError` if a statement fails.
    func releaseRefused(_ message: String, before timetoken: Timetoken? = nil) throws {
        let selection = "FROM refusedPublication WHERE messageId = ? AND timetoken < ?"
        let arguments: StatementArguments = [message, timetoken.map { Int64(clamping: $0) } ?? .max]
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT channelId, timetoken \(selection)"),
            arguments: arguments
        )
        guard !rows.isEmpty else { return }
        for row in rows {
            let position = Timetoken(clamping: row[1] as Int64)
            try change(row[0], .older) { $0.insert(TimetokenRange(after: position - min(position, 1), upTo: position)) }
        }
        try db.run("DELETE \(selection)", arguments)
    }

    /// Removes the refused publications that the service deleted, with the pending reactions to them.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - range: The range.
    ///   - timetokens: The timetokens in the range at which the service has a message.
    /// - Throws: A `DatabaseError` if a statement fails.
    func removeRefused(_ channel: String, _ range: TimetokenRange, except timetokens: Set<Timetoken>) throws {
        let sql = "SELECT timetoken FROM refusedPublication WHERE channelId = ? AND timetoken > ? AND timetoken <= ?"
        let arguments: StatementArguments = [channel, Int64(clamping: range.after), Int64(clamping: range.upTo)]
        for position in try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        where !timetokens.contains(Timetoken(clamping: position)) {
            try db.run("DELETE FROM refusedPublication WHERE channelId = ? AND timetoken = ?", [channel, position])
            try removePending(channel, parent: Timetoken(clamping: position))
        }
    }

    /// The timetoken of the oldest pending reaction to a refused publication of a channel; nil if none is pending.
    func oldestReactionToRefused(of channel: String) throws -> Timetoken? {
        let sql = """
            SELECT MIN(actionTimetoken) FROM refusedPublication JOIN parkedReaction
                ON parkedReaction.channelId = refusedPublication.channelId
                AND parkedReaction.parentTimetoken = refusedPublication.timetoken
                WHERE refusedPublication.channelId = ?
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [channel]).map { Timetoken(clamping: $0) }
    }
}
