import PubNubOrigin
import GRDB

/// How far sweeps have come, so that the next one looks only at rows that may have to go since.
struct RetentionProgress: Sendable {
    /// The last row that was looked at. Rows are in the order of their timetokens.
    struct Cursor: Sendable {
        var id: Int64 = 0
        var timetoken: UInt64 = 0
    }

    /// The limits that the places are for.
    fileprivate var standard = MessageRetention()
    fileprivate var keysets: [String: MessageRetention] = [:]
    /// The place up to which sweeps deleted the messages of all keysets with a limit of age, by that limit.
    fileprivate var ages: [Duration: Cursor] = [:]
    /// The place up to which sweeps deleted the messages of a keyset because they did not fit.
    fileprivate var sizes: [String: Cursor] = [:]
}

/// Deletes stored messages that are too old, or that no longer fit, in steps so small that commits wait for a few milliseconds at
/// most.
///
/// It leaves the messages that have actions: an entry of the log removes them with their actions, so that all servers of a cluster have the same
/// actions, and a crash leaves no action without its message.
struct RetentionSweep: SweepSteps {
    /// The rows that one step looks at.
    static let rowsPerStep = 500

    /// A pass through the rows from the oldest one that may have to go.
    private enum Pass: Sendable {
        /// Deletes messages with timetokens up to `horizon`, of the keysets with a limit of age.
        case age(Duration, horizon: UInt64)
        /// Deletes messages of the keysets that have too many bytes.
        case size
    }

    /// A row of a message.
    private struct Stored {
        let id: Int64
        let topic: Topic
        let timetoken: UInt64
        let bytes: Int
        let hasActions: Bool

        var keyset: String { topic.keyset }
    }

    /// The condition on a row of messages that there are actions on it.
    static let hasActions = """
        EXISTS (SELECT 1 FROM messageAction WHERE messageAction.keyset = message.keyset
            AND messageAction.channel = message.channel AND messageAction.message = message.timetoken)
        """
    /// The channels of a keyset whose old actions one sweep ends. The next one ends others.
    private static let maxEndedChannels = 1000

    let standard: MessageRetention
    let keysets: [String: MessageRetention]
    /// How far this sweep has come, for the next one.
    private(set) var progress: RetentionProgress
    /// The bytes that the last step deleted of each keyset.
    private(set) var deleted: [String: Int] = [:]
    /// The messages with actions that do not fit.
    private(set) var ended: [EndedMessages] = []
    /// The time of the sweep, as a timetoken.
    private let latest: UInt64
    private var passes: [Pass]
    /// The row that the first pass has reached; nil before its first step.
    private var cursor: RetentionProgress.Cursor?
    /// The keysets with messages in ``ended``. The next sweep looks at these messages again.
    private var waiting: Set<String> = []
    /// The bytes that each keyset has too many.
    private var excess: [String: Int] = [:]

    /// A sweep at the time of the latest timetoken, after the sweep that came as far as `progress`; nil if nothing is ever deleted.
    init?(
        _ standard: MessageRetention,
        keysets: [String: MessageRetention],
        latest: UInt64,
        after progress: RetentionProgress = RetentionProgress()
    ) {
        let all = [standard] + keysets.values
        guard !all.allSatisfy(\.isUnlimited) else { return nil }
        self.standard = standard
        self.keysets = keysets
        self.latest = latest
        self.progress = progress
        if progress.standard != standard || progress.keysets != keysets {
            self.progress = RetentionProgress(standard: standard, keysets: keysets)
        }
        let horizons = all.compactMap { retention in retention.age.map { ($0, retention.horizon(at: latest)) } }
        passes = Dictionary(horizons, uniquingKeysWith: { first, _ in first }).map { .age($0, horizon: $1) }
    }

    /// Whether the sizes of keysets have to be set before the first step.
    var needsSizes: Bool { standard.bytes != nil || keysets.values.contains { $0.bytes != nil } }

    /// Takes the size of each keyset, before the first step.
    mutating func setSizes(_ sizes: [String: Int]) {
        for (keyset, bytes) in sizes {
            guard let most = retention(of: keyset).bytes, bytes > most else { continue }
            excess[keyset] = bytes - most
        }
        if !excess.isEmpty { passes.append(.size) }
    }

    /// Looks at the next rows, the oldest first, and deletes those that have to go.
    ///
    /// - Returns: Whether there may be more to delete.
    mutating func step(_ db: Database) throws -> Bool {
        deleted = [:]
        guard let pass = passes.first else { return false }
        var cursor = try self.cursor ?? start(of: pass, db)
        let rows = try rows(after: cursor, db)
        var isAtEnd = rows.count < Self.rowsPerStep
        for row in rows {
            guard !isOver(pass, before: row) else {
                isAtEnd = true
                break
            }
            cursor = RetentionProgress.Cursor(id: row.id, timetoken: max(cursor.timetoken, row.timetoken))
            if goes(row, in: pass) { try remove(row, at: cursor, db) }
        }
        self.cursor = cursor
        if isAtEnd { end(pass, at: cursor) }
        return !passes.isEmpty
    }

    /// Where a pass starts: after the rows that earlier sweeps looked at.
    private func start(of pass: Pass, _ db: Database) throws -> RetentionProgress.Cursor {
        let known: RetentionProgress.Cursor? =
            switch pass {
            case .age(let age, _): progress.ages[age]
            case .size: excess.keys.map { progress.sizes[$0] ?? RetentionProgress.Cursor() }.min { $0.id < $1.id }
            }
        guard let known else { return RetentionProgress.Cursor() }
        // SQLite gives new rows the numbers of the last ones if those were deleted. Then the rows up to the place are not those that
        // were looked at.
        let sql = "SELECT timetoken FROM message WHERE id <= ? ORDER BY id DESC LIMIT 1"
        let last = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [known.id])
        return UInt64(clamping: last ?? 0) > known.timetoken ? RetentionProgress.Cursor() : known
    }

    private func rows(after cursor: RetentionProgress.Cursor, _ db: Database) throws -> [Stored] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, keyset, channel, timetoken, LENGTH(payload) + COALESCE(LENGTH(metadata), 0) AS bytes,
                    \(Self.hasActions) AS hasActions FROM message
                    WHERE id > ? AND NOT isTransient ORDER BY id LIMIT ?
                """
        )
        return try Row.fetchAll(statement, arguments: [cursor.id, Self.rowsPerStep]).map { row in
            Stored(
                id: row["id"],
                topic: Topic(keyset: row["keyset"], name: row["channel"]),
                timetoken: UInt64(clamping: row["timetoken"] as Int64),
                bytes: row["bytes"],
                hasActions: row["hasActions"]
            )
        }
    }

    /// Whether a pass has nothing to delete from a row on.
    private func isOver(_ pass: Pass, before row: Stored) -> Bool {
        switch pass {
        case .age(_, let horizon): row.timetoken > horizon
        case .size: excess.isEmpty
        }
    }

    private func goes(_ row: Stored, in pass: Pass) -> Bool {
        switch pass {
        case .age(let age, _): retention(of: row.keyset).age == age
        case .size: excess[row.keyset] != nil
        }
    }

    /// Deletes a message, or lets it end if it has actions.
    private mutating func remove(_ row: Stored, at cursor: RetentionProgress.Cursor, _ db: Database) throws {
        if !row.hasActions {
            try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?").execute(arguments: [row.id])
            deleted[row.keyset, default: 0] += row.bytes
        }
        guard let left = excess[row.keyset] else { return }
        excess[row.keyset] = left > row.bytes ? left - row.bytes : nil
        guard case .size? = passes.first else { return }
        if row.hasActions {
            ended.append(EndedMessages(topic: row.topic, through: row.timetoken))
            waiting.insert(row.keyset)
        } else if !waiting.contains(row.keyset) {
            progress.sizes[row.keyset] = cursor
        }
    }

    /// The messages that have actions and are too old, of all keysets with a limit of age. Messages that are not stored are among them.
    ///
    /// - Throws: An error of SQLite.
    func tooOld(_ db: Database) throws -> [EndedMessages] {
        guard ([standard] + keysets.values).contains(where: { $0.age != nil }) else { return [] }
        let names = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    WITH RECURSIVE found(keyset) AS (
                        SELECT MIN(keyset) FROM messageAction
                        UNION ALL
                        SELECT (SELECT MIN(keyset) FROM messageAction WHERE keyset > found.keyset) FROM found
                            WHERE found.keyset IS NOT NULL
                    )
                    SELECT keyset FROM found WHERE keyset IS NOT NULL
                    """
            )
        )
        let statement = try db.cachedStatement(
            sql: """
                SELECT channel, MAX(message) AS last FROM messageAction INDEXED BY messageActionByAge
                    WHERE keyset = ? AND message <= ? GROUP BY channel LIMIT ?
                """
        )
        return try names.flatMap { keyset -> [EndedMessages] in
            let horizon = Int64(clamping: retention(of: keyset).horizon(at: latest))
            guard horizon > 0 else { return [] }
            return try Row.fetchAll(statement, arguments: [keyset, horizon, Self.maxEndedChannels]).map { row in
                EndedMessages(
                    topic: Topic(keyset: keyset, name: row["channel"]),
                    through: UInt64(clamping: row["last"] as Int64)
                )
            }
        }
    }

    /// Ends the first pass.
    private mutating func end(_ pass: Pass, at cursor: RetentionProgress.Cursor) {
        if case .age(let age, _) = pass { progress.ages[age] = cursor }
        passes.removeFirst()
        self.cursor = nil
        // The messages that did not fit may all have been too old.
        if excess.isEmpty { passes.removeAll { if case .size = $0 { true } else { false } } }
    }

    private func retention(of keyset: String) -> MessageRetention { keysets[keyset] ?? standard }
}
