import PubNubOrigin
import Foundation
import GRDB
import PubNubWire

extension ArchiveChange {
    /// Makes the change in the data file.
    func write(_ db: Database, _ messages: MessageInsertion) throws {
        // After a crash, changes whose transaction was not committed come again from the log. Those of one transaction come all or not at all,
        // together with the position, so a statement need not find out whether it ran before. Most still replace or ignore the row that is there,
        // because the log also has changes that repeat the state, like adding a channel that a group has.
        switch self {
        case .message(let message): try messages.insert(message.message, to: message.topic)
        case .removal(let range, let topic):
            // In the same transaction: an action that outlives its message is listed for ever, because only its message removes it.
            try MessageRecord.remove(range, of: topic, db)
            try ActionChange.removeAll(ofMessagesIn: range, on: topic, db)
        case .presence(let change): try change.write(db)
        case .groups(let change): try Self.write(change, db)
        case .push(let change): try Self.write(change, db)
        case .access(let record): try record.save(db)
        case .revocation(let token): try token.insert(db)
        case .object(let change): try change.write(db)
        case .action(let change): try change.write(db)
        }
    }

    /// Changes that lead from nothing to what the data file holds, apart from messages.
    static func all(in db: Database) throws -> [ArchiveChange] {
        var changes: [ArchiveChange] = []
        let groups = try Row.fetchCursor(db, sql: "SELECT * FROM groupChannel")
        while let row = try groups.next() {
            changes.append(.groups(.add([row["channel"]], to: Topic(keyset: row["keyset"], name: row["name"]))))
        }
        let devices = try Row.fetchCursor(db, sql: "SELECT * FROM pushChannel")
        while let row = try devices.next() {
            guard let service = PushGateway(rawValue: row["service"]) else { continue }
            let device = PushDevice(
                keyset: row["keyset"],
                service: service,
                token: row["token"],
                topic: row["topic"],
                environment: row["environment"]
            )
            changes.append(.push(.add([row["channel"]], to: device)))
        }
        let rights = try AccessRecord.fetchCursor(db, sql: "SELECT * FROM accessGrant")
        while let record = try rights.next() { changes.append(.access(record)) }
        changes += try RevokedToken.all(in: db).map(ArchiveChange.revocation)
        changes += try ObjectChange.all(in: db).map(ArchiveChange.object)
        changes += try ActionChange.all(in: db).map(ArchiveChange.action)
        changes += try PresenceRecordChange.all(in: db).map(ArchiveChange.presence)
        return changes
    }

    private static func write(_ change: GroupChange, _ db: Database) throws {
        switch change {
        case .add(let channels, let group):
            let statement = try db.cachedStatement(
                sql: "INSERT OR IGNORE INTO groupChannel (keyset, name, channel) VALUES (?, ?, ?)"
            )
            for channel in channels { try statement.execute(arguments: [group.keyset, group.name, channel]) }
        case .remove(let channels, let group):
            let statement = try db.cachedStatement(
                sql: "DELETE FROM groupChannel WHERE keyset = ? AND name = ? AND channel = ?"
            )
            for channel in channels { try statement.execute(arguments: [group.keyset, group.name, channel]) }
        case .removeGroup(let group):
            try db.cachedStatement(sql: "DELETE FROM groupChannel WHERE keyset = ? AND name = ?")
                .execute(arguments: [group.keyset, group.name])
        case .removeNamespace(let namespace, let keyset):
            // The names that begin with the namespace and a colon: `;` is the character after it.
            try db.cachedStatement(sql: "DELETE FROM groupChannel WHERE keyset = ? AND name >= ? AND name < ?")
                .execute(arguments: [keyset, "\(namespace):", "\(namespace);"])
        }
    }

    private static func write(_ change: PushChange, _ db: Database) throws {
        switch change {
        case .add(let channels, let device):
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR IGNORE INTO pushChannel (keyset, service, token, topic, environment, channel)
                        VALUES (?, ?, ?, ?, ?, ?)
                    """
            )
            for channel in channels { try statement.execute(arguments: arguments(of: device) + [channel]) }
        case .remove(let channels, let device):
            let statement = try db.cachedStatement(sql: "\(deviceDeletion) AND channel = ?")
            for channel in channels { try statement.execute(arguments: arguments(of: device) + [channel]) }
        case .removeDevice(let device):
            try db.cachedStatement(sql: deviceDeletion).execute(arguments: arguments(of: device))
        }
    }

    private static let deviceDeletion =
        "DELETE FROM pushChannel WHERE keyset = ? AND service = ? AND token = ? AND topic = ? AND environment = ?"

    private static func arguments(of device: PushDevice) -> StatementArguments {
        [device.keyset, device.service.rawValue, device.token, device.topic, device.environment]
    }
}

/// A change of rights as a row of the data file, in which the key `""` stands for everybody.
extension AccessRecord: FetchableRecord {
    init(row: Row) {
        let name: String = row["name"]
        let scope: AccessTarget.Scope =
            switch row["kind"] as Int {
            case 1: .channel(name)
            case 2: .group(name)
            case 3: .user(name)
            default: .application
            }
        let key: String = row["key"]
        self.init(
            target: AccessTarget(keyset: row["keyset"], scope: scope),
            key: key.isEmpty ? nil : key,
            grant: AccessGrant(
                rights: AccessRights(rawValue: row["rights"]),
                expiry: (row["expiry"] as Int64?).map { UInt64(clamping: $0) }
            )
        )
    }

    /// Puts the rights in the place of earlier ones, or removes those.
    func save(_ db: Database) throws {
        let (kind, name) = place
        guard !grant.rights.isEmpty else {
            let statement = try db.cachedStatement(
                sql: "DELETE FROM accessGrant WHERE keyset = ? AND kind = ? AND name = ? AND key = ?"
            )
            return try statement.execute(arguments: [target.keyset, kind, name, key ?? ""])
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO accessGrant (keyset, kind, name, key, rights, expiry) VALUES (?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            target.keyset, kind, name, key ?? "", grant.rights.rawValue, grant.expiry.map { Int64(clamping: $0) },
        ])
    }

    private var place: (kind: Int, name: String) {
        switch target.scope {
        case .application: (0, "")
        case .channel(let name): (1, name)
        case .group(let name): (2, name)
        case .user(let name): (3, name)
        }
    }
}

extension RevokedToken {
    /// Writes the row of the token.
    func insert(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO revokedToken (keyset, id, expiry) VALUES (?, ?, ?)"
        )
        try statement.execute(arguments: [keyset, Data(id.bytes), Int64(clamping: expiry)])
    }

    /// All tokens that the data file holds.
    static func all(in db: Database) throws -> [RevokedToken] {
        var tokens: [RevokedToken] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM revokedToken")
        while let row = try rows.next() {
            guard let id = TokenID(bytes: row["id"] as Data) else { continue }
            tokens.append(RevokedToken(keyset: row["keyset"], id: id, expiry: UInt64(clamping: row["expiry"] as Int64)))
        }
        return tokens
    }
}

extension PresenceRecordChange {
    /// Makes the change in the data file.
    func write(_ db: Database) throws {
        switch self {
        case .here(let record):
            let topic = record.present.topic
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO presence (keyset, channel, client, place, state, life, deadline)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            )
            try statement.execute(arguments: [
                topic.keyset, topic.name, record.present.client, Int64(clamping: record.order),
                record.state?.text, record.timeout.components.seconds, record.deadline?.wholeMicroseconds,
            ])
        case .gone(let present):
            let topic = present.topic
            try db.cachedStatement(sql: "DELETE FROM presence WHERE keyset = ? AND channel = ? AND client = ?")
                .execute(arguments: [topic.keyset, topic.name, present.client])
        case .noted(let note):
            try db.cachedStatement(sql: "INSERT INTO crowdNote (keyset, channel, kind, client) VALUES (?, ?, ?, ?)")
                .execute(arguments: [note.topic.keyset, note.topic.name, note.kind.rawValue, note.client])
        case .intervalPassed(let keysets):
            let statement = try db.cachedStatement(sql: "DELETE FROM crowdNote WHERE keyset = ?")
            for keyset in keysets { try statement.execute(arguments: [keyset]) }
        case .announcing(let announcement):
            try db.cachedStatement(sql: "INSERT INTO announcement (keyset, channel, payload, due) VALUES (?, ?, ?, ?)")
                .execute(arguments: [
                    announcement.topic.keyset, announcement.topic.name, Data(announcement.payload),
                    announcement.due?.wholeMicroseconds,
                ])
        case .announced(let count):
            let sql = "DELETE FROM announcement WHERE id IN (SELECT id FROM announcement ORDER BY id LIMIT ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [count])
        }
    }

    /// Changes that lead from nothing to what the data file holds.
    static func all(in db: Database) throws -> [PresenceRecordChange] {
        var changes: [PresenceRecordChange] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM presence ORDER BY place")
        while let row = try rows.next() {
            let topic = Topic(keyset: row["keyset"], name: row["channel"])
            let record = PresenceRecord(
                present: PresentClient(topic: topic, client: row["client"]),
                order: UInt64(clamping: row["place"] as Int64),
                state: (row["state"] as String?).flatMap { try? JSON(parsing: $0) },
                timeout: .seconds(row["life"] as Int64),
                deadline: (row["deadline"] as Int64?).map { .microseconds($0) }
            )
            changes.append(.here(record))
        }
        let notes = try Row.fetchCursor(db, sql: "SELECT * FROM crowdNote ORDER BY id")
        while let row = try notes.next() {
            guard let kind = CrowdNote.Kind(rawValue: row["kind"]) else { continue }
            let topic = Topic(keyset: row["keyset"], name: row["channel"])
            changes.append(.noted(CrowdNote(topic: topic, kind: kind, client: row["client"])))
        }
        let announcements = try Row.fetchCursor(db, sql: "SELECT * FROM announcement ORDER BY id")
        while let row = try announcements.next() {
            let announcement = Announcement(
                topic: Topic(keyset: row["keyset"], name: row["channel"]),
                payload: Array(row["payload"] as Data),
                due: (row["due"] as Int64?).map { .microseconds($0) }
            )
            changes.append(.announcing(announcement))
        }
        return changes
    }
}

extension Duration {
    /// The number of microseconds; a fraction is dropped.
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

extension ActionChange {
    /// Makes the change in the data file.
    func write(_ db: Database) throws {
        switch kind {
        case .add(let action):
            let statement = try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO messageAction (keyset, channel, timetoken, message, type, value, publisher)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                    """
            )
            try statement.execute(arguments: [
                topic.keyset, topic.name, Int64(clamping: action.timetoken), Int64(clamping: action.message),
                action.type,
                action.value, action.publisher,
            ])
        case .remove(let timetoken):
            try db.cachedStatement(sql: "DELETE FROM messageAction WHERE keyset = ? AND channel = ? AND timetoken = ?")
                .execute(arguments: [topic.keyset, topic.name, Int64(clamping: timetoken)])
        }
    }

    /// Removes the actions on the messages of a range, whose limit is ignored.
    static func removeAll(ofMessagesIn range: HistoryRange, on topic: Topic, _ db: Database) throws {
        let sql = "DELETE FROM messageAction WHERE keyset = ? AND channel = ? AND message > ? AND message <= ?"
        try db.cachedStatement(sql: sql)
            .execute(arguments: [
                topic.keyset, topic.name, Int64(clamping: range.after), Int64(clamping: range.through),
            ])
    }

    /// Changes that lead from nothing to what the data file holds.
    static func all(in db: Database) throws -> [ActionChange] {
        var changes: [ActionChange] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM messageAction ORDER BY timetoken")
        while let row = try rows.next() {
            let action = StoredAction(
                timetoken: UInt64(clamping: row["timetoken"] as Int64),
                message: UInt64(clamping: row["message"] as Int64),
                type: row["type"],
                value: row["value"],
                publisher: row["publisher"]
            )
            let topic = Topic(keyset: row["keyset"], name: row["channel"])
            changes.append(ActionChange(topic: topic, kind: .add(action)))
        }
        return changes
    }
}
