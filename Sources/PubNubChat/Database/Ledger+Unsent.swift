import Foundation
import GRDB
import PubNub
import PubNubWire

/// The send queue: the publish options of unsent messages, and their states.
extension Ledger {
    /// Stores the publish options of a message, and queues it. A message that is being sent stays so, and one that is
    /// published is not queued again.
    func queue(_ request: SendMessageRequest<some ChatCustomData>) throws {
        let sql = """
            INSERT INTO unsentMessage (id, storeInHistory, shouldCompress, ttl, metadata) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET storeInHistory = excluded.storeInHistory,
                shouldCompress = excluded.shouldCompress, ttl = excluded.ttl, metadata = excluded.metadata,
                stage = CASE stage WHEN 1 THEN 1 ELSE 0 END, attempts = 0, errorCode = NULL, error = NULL, failedAt = NULL
            """
        let metadata = request.metadata.map { Data($0.wire.serialized()) }
        try db.execute(
            sql: sql,
            arguments: [request.message.id, request.storeInHistory, request.shouldCompress, request.ttl, metadata]
        )
    }

    /// The publish options and the state of a message.
    func unsent(_ id: String) throws -> ChatUnsentMessage? {
        try ChatUnsentMessage.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM unsentMessage WHERE id = ?"),
            arguments: [id]
        )
    }

    /// The messages that are not queued, but being sent or refused.
    func unqueued() throws -> Set<String> {
        try String.fetchSet(db.cachedStatement(sql: "SELECT id FROM unsentMessage WHERE stage > 0"))
    }

    /// The messages that were refused permanently.
    func refused() throws -> Set<String> {
        try String.fetchSet(db.cachedStatement(sql: "SELECT id FROM unsentMessage WHERE stage = 2"))
    }

    /// Marks a queued message as being sent.
    ///
    /// - Parameters:
    ///   - id: The message.
    ///   - holder: The number of the program.
    /// - Returns: false if it is not queued, because another task or program sends it or it was refused.
    /// - Throws: A `DatabaseError` if a statement fails.
    func claim(unsent id: String, holder: Int64 = 0) throws -> Bool {
        let sql = """
            INSERT INTO unsentMessage (id, stage, holder) VALUES (?, 1, ?)
            ON CONFLICT (id) DO UPDATE SET stage = 1, holder = excluded.holder WHERE stage = 0
            """
        try db.cachedStatement(sql: sql).execute(arguments: [id, holder])
        return db.changesCount > 0
    }

    /// Takes the turn to send the messages of a channel.
    ///
    /// - Returns: false if another program has it.
    func takeTurn(_ channel: String, holder: Int64) throws -> Bool {
        try db.run("INSERT OR IGNORE INTO sendTurn (channelId, holder) VALUES (?, ?)", [channel, holder])
        let statement = try db.cachedStatement(sql: "SELECT holder FROM sendTurn WHERE channelId = ?")
        return try Int64.fetchOne(statement, arguments: [channel]) == holder
    }

    /// Ends the turn to send the messages of a channel.
    func endTurn(_ channel: String, holder: Int64) throws {
        try db.run("DELETE FROM sendTurn WHERE channelId = ? AND holder = ?", [channel, holder])
    }

    /// The numbers of other programs that are sending messages.
    func holders(besides own: Int64) throws -> [Int64] {
        let sql = """
            SELECT holder FROM unsentMessage WHERE stage = 1 AND holder > 0 AND holder <> ?1
            UNION SELECT holder FROM sendTurn WHERE holder <> ?1
            """
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [own])
    }

    /// Queues the messages again that an ended program was sending, and ends its turns.
    func releaseAll(of holder: Int64) throws {
        try db.run("UPDATE unsentMessage SET stage = 0 WHERE stage = 1 AND holder = ?", [holder])
        try db.run("DELETE FROM sendTurn WHERE holder = ?", [holder])
    }

    /// Queues a message again whose sending ended without a result, and counts a failed attempt.
    func release(unsent id: String, isFailure: Bool) throws {
        try db.execute(
            sql: "UPDATE unsentMessage SET stage = 0, attempts = attempts + ? WHERE id = ? AND stage = 1",
            arguments: [isFailure ? 1 : 0, id]
        )
    }

    /// Queues the messages again that an ended program was sending. The service may have published them.
    func releaseAll() throws {
        try db.execute(sql: "UPDATE unsentMessage SET stage = 0 WHERE stage = 1; DELETE FROM sendTurn")
    }

    /// Marks a message as refused permanently.
    func markFailed(unsent id: String, _ error: any Error, at date: Date) throws {
        let sql = """
            INSERT INTO unsentMessage (id, stage, attempts, errorCode, error, failedAt) VALUES (?, 2, 1, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET stage = 2, attempts = attempts + 1, errorCode = excluded.errorCode,
                error = excluded.error, failedAt = excluded.failedAt
            """
        let code = (error as? PNError)?.code ?? 0
        let text = (error as? PNError)?.localizedDescription ?? "\(error)"
        try db.execute(sql: sql, arguments: [id, code, text, date.timeIntervalSince1970])
    }

    /// Queues refused messages again; nil for all.
    func requeue(failed ids: [String]?) throws {
        let reset = """
            UPDATE unsentMessage SET stage = 0, attempts = 0, errorCode = NULL, error = NULL, failedAt = NULL WHERE stage = 2
            """
        guard let ids else { return try db.execute(sql: reset) }
        for id in ids { try db.execute(sql: reset + " AND id = ?", arguments: [id]) }
    }

    /// Queues the messages again that the service refused for missing or ended rights.
    func requeueForbidden() throws {
        let sql = """
            UPDATE unsentMessage SET stage = 0, attempts = 0, errorCode = NULL, error = NULL, failedAt = NULL
                WHERE stage = 2 AND errorCode = ?
            """
        try db.execute(sql: sql, arguments: [kPNAPIAccessForbiddenError])
    }

    /// Removes the row of a message that was published or removed.
    func forget(unsent id: String) throws {
        try db.cachedStatement(sql: "DELETE FROM unsentMessage WHERE id = ?").execute(arguments: [id])
    }
}
