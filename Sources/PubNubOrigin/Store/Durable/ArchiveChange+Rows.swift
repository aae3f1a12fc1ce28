import GRDB

extension ArchiveChange {
    /// Makes the change in the data file.
    func write(_ db: Database) throws {
        switch self {
        case .groups(let change): try Self.write(change, db)
        case .push(let change): try Self.write(change, db)
        case .access(let record): try record.save(db)
        case .object(let change): try change.write(db)
        case .action(let change): try change.write(db)
        }
    }

    /// Changes that lead from nothing to what the data file holds.
    static func all(in db: Database) throws -> [ArchiveChange] {
        var changes: [ArchiveChange] = []
        let groups = try Row.fetchCursor(db, sql: "SELECT * FROM groupChannel")
        while let row = try groups.next() {
            changes.append(.groups(.add([row["channel"]], to: Topic(keyset: row["keyset"], name: row["name"]))))
        }
        let devices = try Row.fetchCursor(db, sql: "SELECT * FROM pushChannel")
        while let row = try devices.next() {
            guard let service = PushService(rawValue: row["service"]) else { continue }
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
        changes += try ObjectChange.all(in: db).map(ArchiveChange.object)
        changes += try ActionChange.all(in: db).map(ArchiveChange.action)
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
