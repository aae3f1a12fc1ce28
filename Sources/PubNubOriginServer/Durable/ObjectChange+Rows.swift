import PubNubOrigin
import GRDB
import PubNubWire

extension ObjectChange {
    /// Makes the change in the data file.
    func write(_ db: Database) throws {
        switch kind {
        case .set(let record, let kind): try write(record, kind, db)
        case .remove(let id, let kind):
            try db.cachedStatement(sql: "DELETE FROM metadata WHERE keyset = ? AND kind = ? AND id = ?")
                .execute(arguments: [keyset, kind.rawValue, id])
        case .join(let record): try write(record, db)
        case .part(let user, let channel):
            try db.cachedStatement(sql: "DELETE FROM membership WHERE keyset = ? AND user = ? AND channel = ?")
                .execute(arguments: [keyset, user, channel])
        }
    }

    /// Changes that lead from nothing to what the data file holds.
    static func all(in db: Database) throws -> [ObjectChange] {
        var changes: [ObjectChange] = []
        let records = try Row.fetchCursor(db, sql: "SELECT * FROM metadata")
        while let row = try records.next() {
            guard let kind = ObjectKind(rawValue: row["kind"]) else { continue }
            let record = MetadataRecord(
                id: row["id"],
                content: content(row, kind.fields),
                updated: UInt64(clamping: row["updated"] as Int64),
                eTag: row["eTag"]
            )
            changes.append(ObjectChange(keyset: row["keyset"], kind: .set(record, kind)))
        }
        let memberships = try Row.fetchCursor(db, sql: "SELECT * FROM membership")
        while let row = try memberships.next() {
            let record = MembershipRecord(
                user: row["user"],
                channel: row["channel"],
                content: content(row, [.type, .status]),
                updated: UInt64(clamping: row["updated"] as Int64)
            )
            changes.append(ObjectChange(keyset: row["keyset"], kind: .join(record)))
        }
        return changes
    }

    private func write(_ record: MetadataRecord, _ kind: ObjectKind, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO metadata (keyset, kind, id, name, externalId, profileUrl, email, description, type,
                    status, custom, updated, eTag) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        let content = record.content
        try statement.execute(arguments: [
            keyset, kind.rawValue, record.id, content.name, content.externalId, content.profileUrl, content.email,
            content.description, content.type, content.status, Self.text(content.custom),
            Int64(clamping: record.updated), record.eTag,
        ])
    }

    private func write(_ record: MembershipRecord, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO membership (keyset, user, channel, type, status, custom, updated)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        let content = record.content
        try statement.execute(arguments: [
            keyset, record.user, record.channel, content.type, content.status, Self.text(content.custom),
            Int64(clamping: record.updated),
        ])
    }

    private static func text(_ custom: [String: JSON]?) -> String? { custom.map { JSON.object($0).text } }

    private static func content(_ row: Row, _ fields: [MetadataField]) -> ObjectContent {
        var content = ObjectContent()
        for field in fields { content[field] = row[field.rawValue] }
        let custom = (row["custom"] as String?).flatMap { try? JSON(parsing: $0) }
        content.custom = custom?.object
        return content
    }
}
