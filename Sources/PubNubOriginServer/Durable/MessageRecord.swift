import PubNubOrigin
import Foundation
import GRDB

/// A message as a row of the data file.
struct MessageRecord: FetchableRecord {
    let topic: Topic
    let message: StoredMessage

    init(row: Row) {
        topic = Topic(keyset: row["keyset"], name: row["channel"])
        message = StoredMessage(
            timetoken: UInt64(clamping: row["timetoken"] as Int64),
            payload: Array(row["payload"] as Data),
            publisher: row["publisher"],
            metadata: (row["metadata"] as Data?).map { Array($0) },
            kind: row["kind"],
            customType: row["customType"],
            sequence: row["sequence"],
            origination: (row["origination"] as Int64?).map { UInt64(clamping: $0) },
            expiry: (row["expiry"] as Int64?).map { UInt64(clamping: $0) },
            isTransient: row["isTransient"],
            isSilent: row["isSilent"]
        )
    }
}

/// Queries of stored messages. They leave out events that are stored only for subscribers that catch up.
extension MessageRecord {
    static func page(_ range: HistoryRange, of topic: Topic, date: UInt64, _ db: Database) throws -> [StoredMessage] {
        let order = range.oldestFirst ? "ASC" : "DESC"
        let page = try fetchAll(
            db,
            sql: "SELECT * FROM message WHERE \(isInRange) AND \(isThere) ORDER BY timetoken \(order) LIMIT ?",
            arguments: arguments(range, topic) + [Int64(clamping: date), range.limit]
        ).map(\.message)
        return range.oldestFirst ? page : page.reversed()
    }

    /// Counts the messages of a range from its start on, and ignores the range's limit.
    static func count(
        _ range: HistoryRange,
        of topic: Topic,
        date: UInt64,
        limit: Int,
        _ db: Database
    ) throws -> MessageCount {
        let rows = "SELECT timetoken FROM message WHERE \(isInRange) AND \(isThere) ORDER BY timetoken LIMIT ?"
        func found(_ limit: Int) throws -> (count: Int, last: UInt64?) {
            let row = try Row.fetchOne(
                db,
                sql: "SELECT COUNT(*) AS count, MAX(timetoken) AS last FROM (\(rows))",
                arguments: arguments(range, topic) + [Int64(clamping: date), limit]
            )
            return (row?["count"] ?? 0, (row?["last"] as Int64?).map { UInt64(clamping: $0) })
        }
        let (count, last) = try found(limit)
        return MessageCount(count: count, last: last, isMore: try count == limit && found(limit + 1).count > limit)
    }

    /// The oldest messages of a range for a subscriber of a channel, or of a pattern such as `a.*`.
    ///
    /// For a pattern it looks at each stored channel that the pattern covers once.
    static func messages(
        _ range: CatchUpRange,
        of topic: Topic,
        date: UInt64,
        _ db: Database
    ) throws -> [TopicMessage] {
        guard ChannelName.isWildcard(topic.name) else {
            return try messages(range, ofChannel: topic, date: date, db)
        }
        let isPresence = ChannelName.isPresence(topic.name)
        let prefix = ChannelName.base(topic.name).dropLast()
        var range = range
        var found: [TopicMessage] = []
        // The names that begin with the prefix and its point: `/` is the character after it.
        var bounds = (after: String(prefix), before: "\(prefix.dropLast())/")
        while let channel = try nextChannel(of: topic.keyset, after: bounds.after, before: bounds.before, db) {
            bounds.after = channel
            guard ChannelName.isPresence(channel) == isPresence else { continue }
            let covered = Topic(keyset: topic.keyset, name: channel)
            found += try messages(range, ofChannel: covered, date: date, db)
            // Only the oldest of all are wanted, so the other channels are searched up to the newest of these.
            guard found.count > 4 * range.limit else { continue }
            found = range.oldest(found)
            range = range.narrowed(to: found)
        }
        return range.oldest(found)
    }

    private static func nextChannel(
        of keyset: String,
        after name: String,
        before end: String,
        _ db: Database
    ) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT channel FROM message WHERE keyset = ? AND channel > ? AND channel < ?
                        ORDER BY channel LIMIT 1
                    """
            ),
            arguments: [keyset, name, end]
        )
    }

    private static func messages(
        _ range: CatchUpRange,
        ofChannel topic: Topic,
        date: UInt64,
        _ db: Database
    ) throws -> [TopicMessage] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM message WHERE keyset = ? AND channel = ? AND timetoken > ? AND timetoken <= ? AND NOT isSilent
                    AND \(isThere) ORDER BY timetoken LIMIT ?
                """
        )
        let arguments: StatementArguments = [
            topic.keyset, topic.name, Int64(clamping: range.after), Int64(clamping: range.through),
            Int64(clamping: date), range.limit,
        ]
        return try fetchAll(statement, arguments: arguments).map { record in
            TopicMessage(message: record.message, topic: record.topic)
        }
    }

    /// The bytes of the payloads and metadata that ``remove(_:of:_:)`` deletes, by keyset.
    static func bytes(_ range: HistoryRange, of topic: Topic, _ db: Database) throws -> [String: Int] {
        try StorageUsage.bytes(db, where: isInRange, arguments: arguments(range, topic))
    }

    static func remove(_ range: HistoryRange, of topic: Topic, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM message WHERE \(isInRange)")
            .execute(arguments: arguments(range, topic))
    }

    private static let isInRange =
        "keyset = ? AND channel = ? AND timetoken > ? AND timetoken <= ? AND NOT isTransient"
    private static let isThere = "(expiry IS NULL OR expiry > ?)"

    private static func arguments(_ range: HistoryRange, _ topic: Topic) -> StatementArguments {
        [topic.keyset, topic.name, Int64(clamping: range.after), Int64(clamping: range.through)]
    }
}
