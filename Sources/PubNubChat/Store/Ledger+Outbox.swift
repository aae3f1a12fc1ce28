import Foundation
import GRDB
import PubNub
import PubNubWire

/// The outbox: the entries, and their states.
extension Ledger {
    /// Stores the publish options of a message, and queues it. A message that is being sent stays so, and one that is
    /// published is not queued again.
    func queue(_ request: SendMessageRequest<some ChatCustomData>) throws {
        // The message is in the outbox if a trigger added it.
        if try unsent(request.message.id) == nil { try requireSpace() }
        let sql = """
            INSERT INTO outbox (userId, channelId, messageId, storeInHistory, shouldCompress, ttl, metadata)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (messageId) WHERE kind = 'message' DO UPDATE SET storeInHistory = excluded.storeInHistory,
                shouldCompress = excluded.shouldCompress, ttl = excluded.ttl, metadata = excluded.metadata,
                stage = CASE stage WHEN 1 THEN 1 ELSE 0 END, attempts = 0, errorCode = NULL, error = NULL, failedAt = NULL
            """
        let message = request.message
        try db.execute(
            sql: sql,
            arguments: [
                message.pubnubUserId, message.pubnubChannelId, message.id, request.storeInHistory,
                request.shouldCompress, request.ttl, request.metadata.map { Data($0.bytes) },
            ]
        )
    }

    /// Queues a stored message of an app's own table, which has no triggers, unless it is queued. If the outbox is full, the
    /// message stays in its table until a later call.
    func queue(messageId: String, of user: String, on channel: String) throws {
        guard try !isFull || unsent(messageId) != nil else { return }
        try db.run(
            """
            INSERT INTO outbox (userId, channelId, messageId) VALUES (?, ?, ?)
                ON CONFLICT (messageId) WHERE kind = 'message' DO UPDATE SET userId = excluded.userId,
                    channelId = excluded.channelId
                    WHERE (userId, channelId) IS NOT (excluded.userId, excluded.channelId)
            """,
            [user, channel, messageId]
        )
    }

    /// Whether the outbox has the maximum number of entries.
    private var isFull: Bool {
        get throws {
            let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM outbox")) ?? 0
            return count >= ChatOutboxEntry.maxEntries
        }
    }

    /// Throws ``ChatError/outboxFull(limit:)`` if no entry can be added.
    func requireSpace() throws {
        guard try !isFull else { throw ChatError.outboxFull(limit: ChatOutboxEntry.maxEntries) }
    }

    /// An entry.
    func entry(_ sequence: Int64) throws -> ChatOutboxEntry? {
        try ChatOutboxEntry.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM outbox WHERE sequence = ?"),
            arguments: [sequence]
        )
    }

    /// The entry of a message that is not published.
    func unsent(_ id: String) throws -> ChatOutboxEntry? {
        try ChatOutboxEntry.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM outbox WHERE messageId = ? AND kind = 'message'"),
            arguments: [id]
        )
    }

    /// The changes of a message by a user that wait or are being sent, in their order.
    func changes(of messageId: String, by user: String) throws -> [ChatOutboxEntry] {
        try waitingChanges(of: messageId).filter { $0.userId == user }
    }

    /// The changes of a message by all users that wait or are being sent, in their order.
    func waitingChanges(of messageId: String) throws -> [ChatOutboxEntry] {
        let sql = "SELECT * FROM outbox WHERE messageId = ? AND kind <> 'message' AND stage < 2 ORDER BY sequence"
        return try ChatOutboxEntry.fetchAll(db.cachedStatement(sql: sql), arguments: [messageId])
    }

    /// The entries of the changes of a message, in their order.
    func changes(of messageId: String) throws -> [Int64] {
        let sql = "SELECT sequence FROM outbox WHERE messageId = ? AND kind <> 'message' ORDER BY sequence"
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [messageId])
    }

    /// The changes of a membership that wait or are being sent, in their order, with the read marker.
    func membershipChanges(of user: String, in channel: String) throws -> [ChatOutboxEntry] {
        let sql = """
            SELECT * FROM outbox WHERE channelId = ? AND memberId = ? AND kind IN ('join', 'leave', 'membership', 'marker')
                AND stage < 2 ORDER BY sequence
            """
        return try ChatOutboxEntry.fetchAll(db.cachedStatement(sql: sql), arguments: [channel, user])
    }

    /// The channels with entries of a user that wait, in the order of their first entry.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - withSending: Whether the result includes channels whose entries are being sent.
    /// - Returns: The channels.
    /// - Throws: A `DatabaseError` if a statement fails.
    func queuedChannels(of user: String, withSending: Bool) throws -> [String] {
        let sql = """
            SELECT channelId FROM outbox WHERE userId = ? AND stage < ? AND channelId <> ''
                GROUP BY channelId ORDER BY MIN(sequence)
            """
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [user, withSending ? 2 : 1])
    }

    /// Queues the read markers that no entry sends: those of
    /// earlier versions.
    func queuePendingMarkers(of user: String) throws {
        guard try !isFull else { return }
        try db.run(
            """
            INSERT INTO outbox (kind, userId, channelId, memberId, value)
                SELECT 'marker', ?1, id, ?1, lastRead FROM unreadCount WHERE isPending AND NOT EXISTS (
                    SELECT 1 FROM outbox WHERE channelId = unreadCount.id AND userId = ?1 AND kind = 'marker'
                )
            """,
            [user]
        )
    }

    /// The channels of which nothing but the read marker of a user waits.
    func markerChannels(of user: String) throws -> [String] {
        let sql = """
            SELECT channelId FROM outbox WHERE userId = ? AND stage = 0
                GROUP BY channelId HAVING MIN(kind = 'marker') ORDER BY MIN(sequence)
            """
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [user])
    }

    /// The entries of a user that wait and whose channel is unknown.
    func unplaced(of user: String) throws -> [ChatOutboxEntry] {
        let sql = "SELECT * FROM outbox WHERE userId = ? AND stage = 0 AND IFNULL(channelId, '') = '' ORDER BY sequence"
        return try ChatOutboxEntry.fetchAll(db.cachedStatement(sql: sql), arguments: [user])
    }

    /// Whether an entry of a channel waits.
    func isQueued(_ channel: String, of user: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE channelId = ? AND userId = ? AND stage = 0)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [channel, user]) == true
    }

    /// Whether an entry is the next one of its channel, and is not being sent.
    func isNext(_ sequence: Int64, on channel: String) throws -> Bool {
        let sql = "SELECT sequence, stage FROM outbox WHERE channelId = ? AND stage < 2 ORDER BY sequence LIMIT 1"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [channel])
        return row?["sequence"] == sequence && row?["stage"] == SendStage.queued.rawValue
    }

    /// Marks the first entry of a channel that waits as being sent. Leaves out an edit that a later one replaces.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - user: The author of the entry.
    ///   - last: The last entry to consider; nil, the default, for all.
    ///   - holder: The number of the program.
    /// - Returns: The entry; nil if none waits.
    /// - Throws: A `DatabaseError` if a statement fails.
    func claimNext(
        on channel: String,
        of user: String,
        upTo last: Int64? = nil,
        holder: Int64
    ) throws -> ChatOutboxEntry? {
        let sql = """
            SELECT * FROM outbox AS entry WHERE channelId = ? AND userId = ? AND stage = 0 AND sequence <= ?
                AND NOT (kind = 'edit' AND \(Self.hasLaterEdit("entry"))) ORDER BY sequence LIMIT 1
            """
        let statement = try db.cachedStatement(sql: sql)
        guard let entry = try ChatOutboxEntry.fetchOne(statement, arguments: [channel, user, last ?? .max]) else {
            return nil
        }
        try db.run(
            "UPDATE outbox SET stage = 1, holder = ?, openAttempts = openAttempts + 1 WHERE sequence = ?",
            [holder, entry.sequence]
        )
        return entry
    }

    /// Takes the turn to send the entries of a channel.
    ///
    /// - Returns: false if another program has it.
    func takeTurn(_ channel: String, holder: Int64) throws -> Bool {
        try db.run("INSERT OR IGNORE INTO sendTurn (channelId, holder) VALUES (?, ?)", [channel, holder])
        let statement = try db.cachedStatement(sql: "SELECT holder FROM sendTurn WHERE channelId = ?")
        return try Int64.fetchOne(statement, arguments: [channel]) == holder
    }

    /// Ends the turn to send the entries of a channel.
    func endTurn(_ channel: String, holder: Int64) throws {
        try db.run("DELETE FROM sendTurn WHERE channelId = ? AND holder = ?", [channel, holder])
    }

    /// The numbers of other programs that are sending.
    func holders(besides own: Int64) throws -> [Int64] {
        let sql = """
            SELECT holder FROM outbox WHERE stage = 1 AND holder > 0 AND holder <> ?1
            UNION SELECT holder FROM sendTurn WHERE holder <> ?1
            """
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [own])
    }

    /// Queues the entries again that an ended program was sending, and ends its turns.
    func releaseAll(of holder: Int64) throws {
        try db.run("UPDATE outbox SET stage = 0 WHERE stage = 1 AND holder = ?", [holder])
        try db.run("DELETE FROM sendTurn WHERE holder = ?", [holder])
    }

    /// Queues an entry again that the service does not have, as far as is known.
    ///
    /// - Parameters:
    ///   - sequence: The entry.
    ///   - isFailure: Whether to count a failed attempt.
    ///   - isOpen: Whether the service may have received it.
    /// - Throws: A `DatabaseError` if a statement fails.
    func release(_ sequence: Int64, isFailure: Bool, isOpen: Bool) throws {
        try db.execute(
            sql: """
                UPDATE outbox SET stage = 0, attempts = attempts + ?, openAttempts = openAttempts - ?
                    WHERE sequence = ? AND stage = 1
                """,
            arguments: [isFailure ? 1 : 0, isOpen ? 0 : 1, sequence]
        )
    }

    /// Queues the entries again that an ended program was sending. The service may have received them.
    func releaseAll() throws {
        try db.execute(sql: "UPDATE outbox SET stage = 0 WHERE stage = 1; DELETE FROM sendTurn")
    }

    /// Marks an entry as refused permanently, and undoes its effect. An entry that a later one replaces is removed instead: a
    /// retry must not undo what the user decided afterwards.
    ///
    /// - Parameters:
    ///   - sequence: The entry.
    ///   - error: The reason.
    ///   - date: The current time.
    ///   - isOpen: Whether the service may have received it in the last attempt; true, the default, also without an attempt.
    /// - Throws: A `DatabaseError` if a statement fails.
    func markFailed(_ sequence: Int64, _ error: any Error, at date: Date, isOpen: Bool = true) throws {
        guard let entry = try entry(sequence), !entry.state.isFailed else { return }
        if try isReplaced(entry) {
            try finish(sequence)
            return try undo(entry)
        }
        let code = (error as? PNError)?.code ?? 0
        let text = (error as? PNError)?.localizedDescription ?? "\(error)"
        try db.execute(
            sql: """
                UPDATE outbox SET stage = 2, attempts = attempts + 1, openAttempts = openAttempts - ?, errorCode = ?,
                    error = ?, failedAt = ? WHERE sequence = ?
                """,
            arguments: [isOpen ? 0 : 1, code, text, date.timeIntervalSince1970, sequence]
        )
        try undo(entry)
        for later in try membershipChanges(of: entry.memberId ?? "", in: entry.channelId)
        where later.sequence > sequence {
            guard let change = later.change, let failed = try self.entry(sequence) else { continue }
            try limit(failed, by: try JSONDecoder().decode(MembershipChange.self, from: change))
        }
    }

    /// Removes the changes of a membership that follow a join, up to the next join or leave.
    ///
    /// - Returns: The removed entries.
    func discardChanges(after join: ChatOutboxEntry) throws -> [Int64] {
        let later = try membershipChanges(of: join.userId, in: join.channelId).filter { $0.sequence > join.sequence }
        let changes = later.prefix { $0.kind != .join && $0.kind != .leave }.map(\.sequence)
        for change in changes { try discard(change) }
        return changes
    }

    /// Queues refused entries again, and shows their effects; nil for all.
    func requeue(failed sequences: [Int64]?) throws {
        let failed = try ChatOutboxEntry.fetchAll(
            db,
            sql: "SELECT * FROM outbox WHERE stage = 2 ORDER BY sequence"
        )
        let wanted = sequences.map { Set($0) }
        for entry in failed where wanted?.contains(entry.sequence) != false { try requeue(entry) }
    }

    /// Queues the entries again that the service refused for missing or ended rights.
    func requeueForbidden() throws {
        let failed = try ChatOutboxEntry.fetchAll(
            db,
            sql: "SELECT * FROM outbox WHERE stage = 2 AND errorCode = ? ORDER BY sequence",
            arguments: [kPNAPIAccessForbiddenError]
        )
        for entry in failed { try requeue(entry) }
    }

    private func requeue(_ entry: ChatOutboxEntry) throws {
        try db.execute(
            sql: """
                UPDATE outbox SET stage = 0, attempts = 0, errorCode = NULL, error = NULL, failedAt = NULL
                    WHERE sequence = ?
                """,
            arguments: [entry.sequence]
        )
        try show(entry)
    }

    /// Removes the entry of a message that was published or removed.
    func forget(unsent id: String) throws {
        try db.cachedStatement(sql: "DELETE FROM outbox WHERE messageId = ? AND kind = 'message'")
            .execute(arguments: [id])
    }

    /// Removes an entry that the service has.
    func finish(_ sequence: Int64) throws {
        try db.run("DELETE FROM outbox WHERE sequence = ?", [sequence])
    }

    /// Removes a change that was not sent or was refused, and undoes its effect.
    ///
    /// - Returns: false if it is being sent, or does not exist.
    @discardableResult
    func discard(_ sequence: Int64) throws -> Bool {
        guard let entry = try entry(sequence), entry.state != .sending else { return false }
        try finish(sequence)
        if !entry.state.isFailed { try undo(entry) }
        return true
    }
}

extension ChatOutboxEntry {
    /// Whether the service may have the message of the entry although the store does not have its timetoken.
    var mayBePublished: Bool { isTried && !state.isFailed }
}

extension ChatSendState {
    /// Whether the service refused it.
    var isFailed: Bool { if case .failed = self { true } else { false } }
}
