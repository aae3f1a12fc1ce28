public import Foundation
import GRDB

/// Limits how many published messages a store retains in each channel.
public struct ChatRetentionPolicy: Hashable, Sendable {
    /// The maximum age of messages in seconds; nil for no limit.
    public var maximumAge: Int?
    /// The maximum number of messages in a channel, the newest; nil for no limit.
    public var messageLimit: Int?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumAge: The maximum age of messages in seconds, at least 0; nil, the default, for no limit.
    ///   - messageLimit: The maximum number of messages in a channel, at least 0; nil, the default, for no limit.
    public init(maximumAge: Int? = nil, messageLimit: Int? = nil) {
        self.maximumAge = maximumAge.map { max(0, $0) }
        self.messageLimit = messageLimit.map { max(0, $0) }
    }
}

extension ChatStore {
    /// The number of messages that one transaction removes.
    private static var removalBatch: Int { 500 }

    /// Removes the messages that a policy does not retain, with their reactions. For the default rows of messages only.
    ///
    /// Unpublished messages stay, and so do messages with a change that waits in the outbox, such as an edit: a later call
    /// removes them. Messages without a channel are removed. The other removed ranges count as missing:
    /// ``ChatProvider/missingRanges(of:)`` returns them, and ``ChatProvider/fetchMissing(on:count:)`` fetches them again.
    /// Unread ones still count, as an estimate. Other writes are not delayed by more than one batch of 500 messages.
    ///
    /// - Parameters:
    ///   - policy: The limits.
    ///   - now: The time from which the age counts; the current time by default.
    /// - Returns: The number of removed messages.
    /// - Throws: A `DatabaseError` if a statement fails; `CancellationError`. Batches before it are removed.
    @discardableResult
    public func removeMessages(beyond policy: ChatRetentionPolicy, now: Date = Date()) async throws -> Int {
        var cutByAge: Int64 = 0
        if let age = policy.maximumAge {
            let seconds = (now.timeIntervalSince1970 - Double(age)).rounded()
            // Timetokens count tenths of a microsecond since 1970, and end with the numbers that SQLite stores.
            cutByAge = Int64(max(0, min(seconds, 900_000_000_000))) * 10_000_000
        }
        let channels = try await read { db in
            try String.fetchAll(db, sql: "SELECT id FROM channel ORDER BY id")
        }
        var removed = 0
        while true {
            try Task.checkCancellation()
            let count = try await write { try Self.removeUnlinked($0) }
            removed += count
            guard count == Self.removalBatch else { break }
        }
        for channel in channels {
            let cut = try await read { [cutByAge] db in
                guard let limit = policy.messageLimit else { return cutByAge }
                let sql = """
                    SELECT timetoken FROM message WHERE pubnubChannelId = ? AND timetoken > 0
                        ORDER BY timetoken DESC LIMIT 1 OFFSET ?
                    """
                return max(cutByAge, try Int64.fetchOne(db, sql: sql, arguments: [channel, limit]) ?? 0)
            }
            while cut > 0 {
                try Task.checkCancellation()
                let count = try await write { try Self.removeBatch(of: channel, upTo: cut, $0) }
                removed += count
                guard count == Self.removalBatch else { break }
            }
        }
        return removed
    }

    /// Removes published messages whose channel was removed.
    private static func removeUnlinked(_ db: Database) throws -> Int {
        let sql = "SELECT id FROM message WHERE pubnubChannelId IS NULL AND timetoken > 0 LIMIT \(removalBatch)"
        let messages = try String.fetchAll(db, sql: sql)
        for id in messages { try remove(id, db) }
        return messages.count
    }

    /// Removes a message with its reactions.
    private static func remove(_ id: String, _ db: Database) throws {
        try db.run("DELETE FROM messageAction WHERE pubnubParentId = ?", [id])
        try db.run("DELETE FROM message WHERE id = ?", [id])
    }

    /// Removes the oldest messages of a channel up to a timetoken. Without its message, a change in the outbox could not be
    /// sent, so messages with such changes stay.
    private static func removeBatch(of channel: String, upTo cut: Int64, _ db: Database) throws -> Int {
        let sql = """
            SELECT id, timetoken FROM message WHERE pubnubChannelId = ? AND timetoken > 0 AND timetoken <= ?
                AND NOT isPending ORDER BY timetoken LIMIT \(removalBatch)
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [channel, cut])
        guard let first = rows.first?["timetoken"] as Int64?, let last = rows.last?["timetoken"] as Int64? else {
            return 0
        }
        let range = TimetokenRange(after: Timetoken(clamping: first) - 1, upTo: Timetoken(clamping: last))
        var removed = try missing(in: range, of: channel, db)
        let republications = try db.cachedStatement(sql: "SELECT timetoken FROM messageCopy WHERE messageId = ?")
        for row in rows {
            let id: String = row["id"]
            // The reactions to a republication go with the message, so its place in history is also missing.
            for timetoken in try Int64.fetchAll(republications, arguments: [id]) where timetoken > last {
                removed.append(
                    TimetokenRange(after: Timetoken(clamping: timetoken) - 1, upTo: Timetoken(clamping: timetoken))
                )
            }
        }
        try Ledger(db: db).keepingUnread(of: channel, in: range) {
            for row in rows { try remove(row["id"], db) }
        }
        try Ledger(db: db).change(channel, .older) { [removed] ranges in
            for range in removed { ranges.insert(range) }
        }
        return rows.count
    }

    /// The parts of a range of removed messages without the messages that stay. Those are not missing: they count as unread by
    /// their rows, and must not be part of the estimate.
    private static func missing(
        in range: TimetokenRange,
        of channel: String,
        _ db: Database
    ) throws -> [TimetokenRange] {
        let sql = """
            SELECT timetoken FROM message
                WHERE pubnubChannelId = ? AND timetoken > ? AND timetoken < ? AND isPending
            """
        let arguments: StatementArguments = [channel, Int64(clamping: range.after), Int64(clamping: range.upTo)]
        var missing = TimetokenRanges([range])
        for timetoken in try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments) {
            let position = Timetoken(clamping: timetoken)
            missing.subtract(TimetokenRange(after: position - 1, upTo: position))
        }
        return missing.ranges
    }
}
