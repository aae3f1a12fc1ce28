import GRDB

/// Deletes stored messages that are too old, or that no longer fit, in steps so small that commits wait for a few milliseconds at
/// most.
struct RetentionSweep: Sendable {
    /// The rows that one step looks at.
    static let rowsPerStep = 500

    let standard: MessageRetention
    let keysets: [String: MessageRetention]
    private let latest: UInt64
    /// The row that the last step has reached.
    private var reached: Int64 = 0
    /// The bytes that each keyset has too many.
    private var excess: [String: Int] = [:]

    /// A sweep at the time of the latest timetoken; nil if nothing is ever deleted.
    init?(_ standard: MessageRetention, keysets: [String: MessageRetention], latest: UInt64) {
        guard !standard.isUnlimited || !keysets.values.allSatisfy(\.isUnlimited) else { return nil }
        self.standard = standard
        self.keysets = keysets
        self.latest = latest
    }

    /// Whether the sizes of keysets have to be counted before the first step.
    var needsSizes: Bool { standard.bytes != nil || keysets.values.contains { $0.bytes != nil } }

    /// Counts how much each keyset has too many. This reads all rows, so a reader does it.
    mutating func countSizes(_ db: Database) throws {
        for (keyset, bytes) in try StorageUsage.bytes(db) {
            guard let most = retention(of: keyset).bytes, bytes > most else { continue }
            excess[keyset] = bytes - most
        }
    }

    /// Looks at the next rows, the oldest first, and deletes those that have to go.
    ///
    /// - Returns: Whether there may be more to delete.
    mutating func step(_ db: Database) throws -> Bool {
        let oldest = ([standard] + keysets.values).map { $0.horizon(at: latest) }.max() ?? 0
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, keyset, timetoken, LENGTH(payload) + COALESCE(LENGTH(metadata), 0) AS bytes FROM message
                    WHERE id > ? AND NOT isTransient ORDER BY id LIMIT ?
                """,
            arguments: [reached, Self.rowsPerStep]
        )
        var isPastHorizon = false
        for row in rows {
            let id: Int64 = row["id"]
            let timetoken = UInt64(clamping: row["timetoken"] as Int64)
            isPastHorizon = timetoken > oldest
            if isPastHorizon, excess.isEmpty { break }
            reached = id
            let keyset: String = row["keyset"]
            let isTooOld = timetoken <= retention(of: keyset).horizon(at: latest)
            guard isTooOld || excess[keyset] != nil else { continue }
            try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?").execute(arguments: [id])
            guard let left = excess[keyset] else { continue }
            let bytes: Int = row["bytes"]
            excess[keyset] = left > bytes ? left - bytes : nil
        }
        return rows.count == Self.rowsPerStep && !(isPastHorizon && excess.isEmpty)
    }

    private func retention(of keyset: String) -> MessageRetention { keysets[keyset] ?? standard }
}
