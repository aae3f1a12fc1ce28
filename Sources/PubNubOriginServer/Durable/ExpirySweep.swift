import GRDB
import PubNubOrigin

/// Deletes events that no subscriber can still want, and what has expired. Its steps are small, so that commits wait for
/// milliseconds; only the count of the events, once a sweep, grows with their number.
///
/// It leaves the expired messages that have actions, because an entry of the log removes them with their actions.
struct ExpirySweep: SweepSteps {
    /// The rows of messages that one step looks at.
    static let rowsPerStep = RetentionSweep.rowsPerStep

    /// A part of the sweep, which takes one step or more.
    private enum Pass: Sendable {
        /// Deletes the events that are older than what subscribers catch up with.
        case oldEvents
        /// Counts the other events once, to find the keysets that have more than their share.
        case shares
        /// Deletes the events of a keyset up to a timetoken, because the keyset has more than its share.
        case events(keyset: String, through: Int64)
        /// Deletes messages whose time to live is over.
        case messages
        /// Deletes grants and revocations that have expired. Limits bound their number, so one step is enough.
        case access
    }

    /// The row at which the next step for messages starts.
    private struct Cursor: Sendable {
        var expiry = Int64.min
        var id = Int64.min
    }

    /// The time of the sweep, as a timetoken.
    let latest: UInt64
    /// The bytes of payloads and metadata that the last step deleted of each keyset. Events do not count.
    private(set) var deleted: [String: Int] = [:]
    private let maxEvents: Int
    private var passes: [Pass] = [.oldEvents, .shares, .messages, .access]
    private var cursor = Cursor()

    /// - Parameters:
    ///   - latest: The time of the sweep, as a timetoken.
    ///   - maxEvents: How many events of all keysets stay. A keyset that has more than its share loses its own.
    init(latest: UInt64, maxEvents: Int = DurableArchive.restoredMessages) {
        self.latest = latest
        self.maxEvents = maxEvents
    }

    /// Looks at the next rows, and deletes those that have to go.
    ///
    /// - Returns: Whether there may be more to delete.
    /// - Throws: An error of SQLite.
    mutating func step(_ db: Database) throws -> Bool {
        deleted = [:]
        guard let pass = passes.first else { return false }
        var isOver = true
        var found: [Pass] = []
        switch pass {
        case .oldEvents:
            let horizon = latest > DurableArchive.transientTTL ? latest - DurableArchive.transientTTL : 0
            isOver = try deleteEvents("timetoken < ?", [Int64(clamping: horizon)], db)
        case .shares:
            found = try crowdedKeysets(db)
        case .events(let keyset, let through):
            isOver = try deleteEvents("keyset = ? AND timetoken <= ?", [keyset, through], db)
        case .messages:
            isOver = try deleteMessages(db)
        case .access:
            try deleteAccess(db)
        }
        if isOver { passes.removeFirst() }
        passes.insert(contentsOf: found, at: 0)
        return !passes.isEmpty
    }

    /// Deletes the next events that a condition holds for. Returns whether these were the last.
    private func deleteEvents(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM message WHERE id IN
                    (SELECT id FROM message WHERE isTransient AND \(condition) ORDER BY timetoken LIMIT ?)
                """
        )
        try statement.execute(arguments: arguments + [Self.rowsPerStep])
        return db.changesCount < Self.rowsPerStep
    }

    /// The passes for the keysets that have more events than their share of what a restart reads.
    private func crowdedKeysets(_ db: Database) throws -> [Pass] {
        let counts = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT keyset, COUNT(*) AS count FROM message WHERE isTransient GROUP BY keyset")
        )
        let share = Self.share(of: counts.map { $0["count"] }, most: maxEvents)
        let newest = try db.cachedStatement(
            sql: """
                SELECT timetoken FROM message WHERE isTransient AND keyset = ?
                    ORDER BY timetoken DESC LIMIT 1 OFFSET ?
                """
        )
        return try counts.compactMap { row in
            guard (row["count"] as Int) > share else { return nil }
            let keyset: String = row["keyset"]
            return try Int64.fetchOne(newest, arguments: [keyset, share]).map { .events(keyset: keyset, through: $0) }
        }
    }

    /// Deletes messages that have expired. Returns whether these were the last.
    private mutating func deleteMessages(_ db: Database) throws -> Bool {
        // Each step starts behind the last one, because expired messages that have actions stay.
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, keyset, expiry, isTransient, LENGTH(payload) + COALESCE(LENGTH(metadata), 0) AS bytes,
                    \(RetentionSweep.hasActions) AS hasActions FROM message
                    WHERE expiry IS NOT NULL AND expiry < ? AND (expiry, id) > (?, ?) ORDER BY expiry, id LIMIT ?
                """
        )
        let arguments: StatementArguments = [Int64(clamping: latest), cursor.expiry, cursor.id, Self.rowsPerStep]
        let rows = try Row.fetchAll(statement, arguments: arguments)
        let delete = try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
        for row in rows {
            cursor = Cursor(expiry: row["expiry"], id: row["id"])
            guard !(row["hasActions"] as Bool) else { continue }
            try delete.execute(arguments: [cursor.id])
            if !(row["isTransient"] as Bool) { deleted[row["keyset"], default: 0] += row["bytes"] as Int }
        }
        return rows.count < Self.rowsPerStep
    }

    private func deleteAccess(_ db: Database) throws {
        let now = Int64(clamping: latest)
        try db.cachedStatement(sql: "DELETE FROM accessGrant WHERE expiry IS NOT NULL AND expiry < ?")
            .execute(arguments: [now])
        try db.cachedStatement(sql: "DELETE FROM revokedToken WHERE expiry < ?").execute(arguments: [now])
    }

    /// How many each may keep, so that all have `most` together at most. Those that have less leave room for the others.
    private static func share(of counts: [Int], most: Int) -> Int {
        var left = most
        for (index, count) in counts.sorted().enumerated() {
            let share = left / (counts.count - index)
            if count > share { return share }
            left -= count
        }
        return .max
    }
}
