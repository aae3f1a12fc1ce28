import GRDB

/// Edits and deletions by other users than the author, and edits that are encrypted. For the default rows only.
enum MessageChanges {
    /// The maximum number of changes that one transaction reports.
    private static let maxReports = 100

    /// A change that a store has and that changes nothing.
    struct Report: Sendable {
        let channel: String
        let messageId: String
        let userId: String
        let type: String
        let timetoken: Timetoken
        let isUnreadable: Bool
    }

    /// Returns the stored changes that do not count and that no earlier call returned.
    static func takeReports(_ db: Database) throws -> [Report] {
        guard try isTable("changePolicy", db) else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, pubnubChannelId, pubnubParentId, pubnubUserId, sourceType, published, verdict
                    FROM messageAction WHERE report = 1 LIMIT \(maxReports)
                """
        )
        let rows = try Row.fetchAll(statement)
        for row in rows {
            try db.run("UPDATE messageAction SET report = 0 WHERE id = ?", [row["id"] as String])
        }
        return rows.map { row in
            Report(
                channel: row["pubnubChannelId"],
                messageId: row["pubnubParentId"] ?? "",
                userId: row["pubnubUserId"] ?? "",
                type: row["sourceType"],
                timetoken: Timetoken(clamping: row["published"] as Int64),
                isUnreadable: (row["verdict"] as Int?) == ActionVerdict.unreadable.rawValue
            )
        }
    }

    /// Sets whose changes count, and decides again about all if that is new.
    static func apply(_ policy: ChatChangePolicy, _ db: Database) throws {
        guard try isTable("changePolicy", db) else { return }
        let wanted = Set(
            entries(of: policy.edits, EditAction.edited) + entries(of: policy.deletions, EditAction.deleted)
        )
        let stored = Set(
            try Row.fetchAll(db, sql: "SELECT type, kind, value FROM changePolicy")
                .map { Entry(type: $0[0], kind: $0[1], value: $0[2]) }
        )
        guard wanted != stored else { return }
        try db.execute(sql: "DELETE FROM changePolicy")
        for entry in wanted {
            try db.run(
                "INSERT INTO changePolicy (type, kind, value) VALUES (?, ?, ?)",
                [entry.type, entry.kind, entry.value]
            )
        }
        try db.execute(sql: ChangeSchema.judge("TRUE"))
    }

    /// Decrypts the edits that a client without this key stored. `decrypt` returns nil for those of another key.
    static func open(_ db: Database, _ decrypt: (String) -> String?) throws {
        for table in ["messageAction", "parkedReaction"] where try isTable("changePolicy", db) {
            for row in try Row.fetchAll(db, sql: "SELECT id, value FROM \(table) WHERE encryption = 2") {
                guard let text = decrypt(row["value"]) else { continue }
                try db.run("UPDATE \(table) SET value = ?, encryption = 1 WHERE id = ?", [text, row["id"] as String])
            }
        }
    }

    /// Whether a user other than the author may change a message, by the policy of the store.
    static func accepts(_ user: String, _ type: String, on channel: String, _ db: Database) throws -> Bool {
        guard try isTable("changePolicy", db) else { return false }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM changePolicy WHERE type = ?1 AND (
                kind = 'anyone' OR kind = 'user' AND value = ?2 OR kind = 'status' AND value = (
                    SELECT status FROM member WHERE channelId = ?3 AND userId = ?2 AND standing = 2
                )
            ))
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [type, user, channel]) == true
    }

    private struct Entry: Hashable {
        let type: String
        let kind: String
        let value: String
    }

    private static func entries(of moderation: ChatModeration, _ type: String) -> [Entry] {
        (moderation.isOpen ? [Entry(type: type, kind: "anyone", value: "")] : [])
            + moderation.users.map { Entry(type: type, kind: "user", value: $0) }
            + moderation.statuses.map { Entry(type: type, kind: "status", value: $0) }
    }

    /// Whether the store has the tables of the default rows.
    private static func isTable(_ name: String, _ db: Database) throws -> Bool { try db.tableExists(name) }
}
