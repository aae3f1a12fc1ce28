import GRDB
import PubNub
import PubNubLocks

/// Wakes those who wait for changes of rows with a certain value, and nobody else.
///
/// GRDB tells its observers of tables: with a thousand observers of a channel each, a message in one of these would wake all.
/// Triggers of the writing connection tell here which values the rows of a transaction had and have.
final class RowWatch: TransactionObserver, Sendable {
    private struct State {
        /// The tables with triggers; nil until there are any.
        var tables: Set<String>?
        var lastID = 0
        var watchers: [ObservedKey: [Int: @Sendable () -> Void]] = [:]
        var touched: Set<ObservedKey> = []
    }

    /// The columns by which rows of the default entities are observed.
    private static let columns = [
        "channel": ["id"],
        "user": ["id"],
        "member": ["id", "channelId", "userId"],
        "message": ["id", "pubnubChannelId", "pubnubUserId"],
        "messageAction": ["id", "pubnubChannelId", "pubnubParentId", "pubnubUserId"],
    ]
    private static let function = "pubnubChatTouched"

    private let state = Locked(State())

    /// What a query is about; nil when it has to be observed by its tables.
    static func key(
        of request: QueryInterfaceRequest<some ManagedChatEntity>,
        _ db: Database
    ) throws -> ObservedKey? {
        let statement = try request.makePreparedRequest(db).statement
        guard let shape = QueryShape(sql: statement.sql), try isAlone(shape.table, in: request, db),
            let found = shape.equalities.first(where: { columns[shape.table]?.contains($0.column) == true })
        else { return nil }
        let places = repeatElement("?", count: shape.argumentCount).joined(separator: ", ")
        let row = try Row.fetchOne(db, sql: "SELECT \(places)", arguments: statement.arguments)
        guard let value = (row?[found.argument] as DatabaseValue?).flatMap({ String.fromDatabaseValue($0) }) else {
            return nil
        }
        return ObservedKey(table: shape.table, column: found.column, value: value)
    }

    /// Whether a query, with all that it fetches besides, reads one table.
    private static func isAlone(
        _ table: String,
        in request: QueryInterfaceRequest<some ManagedChatEntity>,
        _ db: Database
    ) throws -> Bool {
        let region = try request.databaseRegion(db)
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        return !tables.contains { $0 != table && region.isModified(byEventsOfKind: .insert(tableName: $0)) }
    }

    /// Calls `wake` after each transaction that touches a row with the key, from now on. On the writer's queue.
    ///
    /// - Returns: What ``remove(_:_:)`` takes; nil when such rows cannot be watched.
    func add(_ key: ObservedKey, _ db: Database, _ wake: @escaping @Sendable () -> Void) throws -> Int? {
        try install(in: db)
        return state.withLock { state in
            guard state.tables?.contains(key.table) == true else { return nil }
            state.lastID += 1
            state.watchers[key, default: [:]][state.lastID] = wake
            return state.lastID
        }
    }

    func remove(_ key: ObservedKey, _ id: Int) {
        state.withLock { state in
            state.watchers[key]?[id] = nil
            if state.watchers[key]?.isEmpty == true { state.watchers[key] = nil }
        }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseDidCommit(_ db: Database) {
        let woken = state.withLock { state in
            defer { state.touched.removeAll(keepingCapacity: true) }
            return state.touched.flatMap { state.watchers[$0].map { Array($0.values) } ?? [] }
        }
        for wake in woken { wake() }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { $0.touched.removeAll(keepingCapacity: true) }
    }

    private func install(in db: Database) throws {
        guard state.withLock({ $0.tables == nil }) else { return }
        var tables: Set<String> = []
        db.add(
            function: DatabaseFunction(Self.function) { [weak self] arguments in
                self?.touched(arguments)
                return nil
            }
        )
        for (table, columns) in Self.columns where try db.tableExists(table) {
            // An app's own entities may have tables of these names with other columns.
            guard try Set(columns).isSubset(of: db.columns(in: table).map(\.name)) else { continue }
            try db.execute(sql: Self.triggers(table, columns))
            tables.insert(table)
        }
        db.add(transactionObserver: self, extent: .databaseLifetime)
        state.withLock { [tables] in $0.tables = tables }
    }

    /// Of the connection, not of the file.
    private static func triggers(_ table: String, _ columns: [String]) -> String {
        func call(_ row: String) -> String {
            "SELECT \(function)('\(table)', \(columns.map { "\(row).\($0)" }.joined(separator: ", ")));"
        }
        return """
            CREATE TEMP TRIGGER \(table)TouchedIn AFTER INSERT ON main.\(table) BEGIN \(call("NEW")) END;
            CREATE TEMP TRIGGER \(table)TouchedOut AFTER DELETE ON main.\(table) BEGIN \(call("OLD")) END;
            CREATE TEMP TRIGGER \(table)Touched AFTER UPDATE ON main.\(table) BEGIN \(call("OLD")) \(call("NEW")) END;
            """
    }

    private func touched(_ arguments: [DatabaseValue]) {
        guard let table = arguments.first.flatMap({ String.fromDatabaseValue($0) }),
            let columns = Self.columns[table]
        else { return }
        state.withLock { state in
            guard !state.watchers.isEmpty else { return }
            for (column, value) in zip(columns, arguments.dropFirst()) {
                guard let value = String.fromDatabaseValue(value) else { continue }
                let key = ObservedKey(table: table, column: column, value: value)
                if state.watchers[key] != nil { state.touched.insert(key) }
            }
        }
    }
}
