import GRDB
import PubNub
import PubNubSupport

/// Notifies only the observers of rows that a transaction changed.
///
/// GRDB reports changes by table: with a thousand observers of one channel each, a message in one of these channels
/// would wake all of them. Here, triggers of the writing connection report the old and new values of the changed rows.
final class RowWatch: TransactionObserver, Sendable {
    private struct State {
        /// The tables with triggers; nil until the first is created.
        var tables: [String: WatchedTable]?
        var lastID = 0
        var woken: [Int: @Sendable () -> Void] = [:]
        /// The row of each table that the insertion in progress may replace.
        var replaced: [String: ArraySlice<DatabaseValue>] = [:]
        /// End the observations when the store is closed.
        var endings: [Int: @Sendable () -> Void] = [:]
    }

    private static let layouts: [WatchedTable.Layout] = [
        WatchedTable.Layout(table: "channel", columns: [.text("id")]),
        WatchedTable.Layout(table: "unreadCount", columns: [.text("id")]),
        WatchedTable.Layout(table: "draft", columns: [.text("id")]),
        WatchedTable.Layout(table: "user", columns: [.text("id")]),
        WatchedTable.Layout(
            table: "member",
            columns: [
                .text("id"), .text("userId"), .text("channelId"), .integer("standing"), .integer("lastRead"),
            ]
        ),
        WatchedTable.Layout(table: "outbox", columns: [.text("channelId"), .text("messageId")]),
        WatchedTable.Layout(
            table: "message",
            columns: [
                .text("id"), .integer("timetoken"), .integer("position"), .text("pubnubUserId"),
                .text("pubnubChannelId"),
            ]
        ),
        WatchedTable.Layout(
            table: "messageAction",
            columns: [
                .text("id"), .integer("published"), .integer("pubnubParentTimetoken"), .text("pubnubParentId"),
                .text("pubnubUserId"), .text("pubnubChannelId"),
            ]
        ),
    ]
    /// The key for rows of the table of users that are selected by the channels of their memberships.
    static let usersByChannel = "user by channel"
    private static let function = "pubnubChatTouched"
    private static let replacement = "pubnubChatReplaced"
    private static let insertion = "pubnubChatInserted"

    private let state = Locked(State())
    #if DEBUG
    let checks = ScopeCheckSlots()
    #endif

    /// Whether rows of these tables can be all that a request reads: neither a table of an app nor one that the scope lacks.
    ///
    /// - Parameters:
    ///   - rows: The rows of a scope.
    ///   - region: Everything that the request reads, with what it prefetches.
    ///   - db: The database.
    /// - Returns: Whether the tables of the rows are those of the region.
    /// - Throws: A `DatabaseError` if the tables cannot be read.
    static func covers(_ rows: [ObservedRows], _ region: DatabaseRegion, _ db: Database) throws -> Bool {
        let tables = Set(rows.map { $0.table == usersByChannel ? "user" : $0.table })
        let all = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        return !all.contains { !tables.contains($0) && region.isModified(byEventsOfKind: .insert(tableName: $0)) }
    }

    /// Calls `wake` once after each transaction that changes one of the rows, from now on. Runs on the writer's queue.
    ///
    /// - Returns: The token for ``remove(_:_:)``; nil if the rows cannot be watched.
    /// - Throws: A `DatabaseError` if triggers cannot be created.
    func add(_ rows: [ObservedRows], _ db: Database, _ wake: @escaping @Sendable () -> Void) throws -> Int? {
        try install(in: db)
        return state.withLock { state in
            guard rows.allSatisfy({ state.tables?[$0.table]?.canWatch($0) == true }) else { return nil }
            state.lastID += 1
            for rows in rows { state.tables?[rows.table]?.add(rows, state.lastID, wake) }
            return state.lastID
        }
    }

    func remove(_ rows: [ObservedRows], _ id: Int) {
        state.withLock { state in
            for rows in rows { state.tables?[rows.table]?.remove(rows, id) }
            state.woken[id] = nil
        }
    }

    /// Calls `end` when the store is closed.
    ///
    /// - Returns: The token for ``forget(ending:)``.
    func atEnd(_ end: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.endings[state.lastID] = end
            return state.lastID
        }
    }

    func forget(ending id: Int) {
        state.withLock { $0.endings[id] = nil }
    }

    /// Ends all observations.
    func endAll() {
        let endings = state.withLock { state in
            defer { state.endings = [:] }
            return state.endings
        }
        for (_, end) in endings.sorted(by: { $0.key < $1.key }) { end() }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseDidCommit(_ db: Database) {
        let woken = state.withLock { state in
            let woken = state.woken
            if !woken.isEmpty { state.woken = [:] }
            state.replaced = [:]
            return woken
        }
        // Observers are notified in the order in which they were added.
        for (_, wake) in woken.sorted(by: { $0.key < $1.key }) { wake() }
    }

    func databaseDidRollback(_ db: Database) {
        state.withLock { ($0.woken, $0.replaced) = ([:], [:]) }
    }

    private func install(in db: Database) throws {
        guard state.withLock({ $0.tables == nil }) else { return }
        var tables: [String: WatchedTable] = [:]
        let functions: [(String, @Sendable (RowWatch, [DatabaseValue]) -> Void)] = [
            (Self.function, { $0.touched($1) }), (Self.replacement, { $0.replacing($1) }),
            (Self.insertion, { $0.inserted($1) }),
        ]
        for (name, function) in functions {
            db.add(
                function: DatabaseFunction(name) { [weak self] arguments in
                    if let self { function(self, arguments) }
                    return nil
                }
            )
        }
        for layout in Self.layouts {
            guard let columns = try Self.columns(of: layout, db) else { continue }
            tables[layout.table] = WatchedTable(columns: columns.watched)
            try db.execute(sql: Self.triggers(layout.table, columns.watched, all: columns.all))
        }
        if tables["user"]?.columns.contains("id") == true,
            Set(tables["member"]?.columns ?? []).isSuperset(of: ["userId", "channelId"])
        {
            tables[Self.usersByChannel] = WatchedTable(columns: ["channelId"])
            try db.execute(sql: Self.userTrigger(all: db.columns(in: "user").map(\.name)))
        }
        db.add(transactionObserver: self, extent: .databaseLifetime)
        state.withLock { [tables] in $0.tables = tables }
    }

    /// The watchable columns of a table, and all its columns; nil if the table cannot be watched: an app's own entities
    /// may have tables with the same names and other columns.
    private static func columns(
        of layout: WatchedTable.Layout,
        _ db: Database
    ) throws -> (watched: [String], all: [String])? {
        let sql = try String.fetchOne(
            db,
            sql: "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?",
            arguments: [layout.table]
        )
        // A collation may consider different values equal.
        guard let sql, !sql.uppercased().contains("COLLATE") else { return nil }
        let found = try db.columns(in: layout.table)
        let watched = layout.columns.filter { column in
            found.contains { $0.name == column.name && $0.type.uppercased() == column.type }
        }
        return (watched.map(\.name), found.map(\.name))
    }

    /// Triggers of the connection, not of the file.
    private static func triggers(_ table: String, _ columns: [String], all: [String]) -> String {
        func values(_ row: String) -> String {
            columns.map { ", \(row).\"\($0)\"" }.joined()
        }
        // SQLite does not report the deletion of the row that `INSERT OR REPLACE` replaces. The first trigger also runs for an
        // insertion that then does nothing, or becomes an update: only the one after it shows that the row was replaced.
        return """
            CREATE TEMP TRIGGER \(table)TouchedBefore BEFORE INSERT ON main.\(table) BEGIN
                SELECT \(replacement)('\(table)'\(values("replaced"))) FROM main.\(table) AS replaced
                WHERE \(columns.contains("id") ? "replaced.id = NEW.id" : "FALSE") AND (\(isDifferent("replaced", all)));
            END;
            CREATE TEMP TRIGGER \(table)TouchedIn AFTER INSERT ON main.\(table) BEGIN
                SELECT \(insertion)('\(table)'\(values("NEW")));
            END;
            CREATE TEMP TRIGGER \(table)TouchedOut AFTER DELETE ON main.\(table) BEGIN
                SELECT \(function)('\(table)'\(values("OLD")));
            END;
            CREATE TEMP TRIGGER \(table)Touched AFTER UPDATE ON main.\(table) WHEN \(isDifferent("OLD", all)) BEGIN
                SELECT \(function)('\(table)'\(values("OLD"))\(values("NEW")));
            END;
            """
    }

    /// An inserted user has no memberships yet. A deleted user is removed from its memberships, which their own trigger
    /// reports.
    private static func userTrigger(all columns: [String]) -> String {
        """
        CREATE TEMP TRIGGER userOfChannelTouched AFTER UPDATE ON main.user WHEN \(isDifferent("OLD", columns)) BEGIN
            SELECT \(function)('\(usersByChannel)', channelId) FROM main.member WHERE userId = NEW.id;
        END;
        """
    }

    /// Storing a row with equal values is not a change.
    private static func isDifferent(_ row: String, _ columns: [String]) -> String {
        columns.map { "\(row).\"\($0)\" IS NOT NEW.\"\($0)\"" }.joined(separator: " OR ")
    }

    /// A trigger reported the row that an insertion replaces, unless the insertion does nothing.
    private func replacing(_ arguments: [DatabaseValue]) {
        guard let table = arguments.first.flatMap({ String.fromDatabaseValue($0) }) else { return }
        state.withLock { $0.replaced[table] = arguments.dropFirst() }
    }

    /// A trigger reported a row that was inserted.
    private func inserted(_ arguments: [DatabaseValue]) {
        guard let table = arguments.first.flatMap({ String.fromDatabaseValue($0) }) else { return }
        let row = arguments.dropFirst()
        state.withLock { state in
            guard let watched = state.tables?[table] else { return }
            watched.collect(row, nil, into: &state.woken)
            guard let replaced = state.replaced.removeValue(forKey: table),
                let key = watched.columns.firstIndex(of: "id"),
                replaced[replaced.startIndex + key] == row[row.startIndex + key]
            else { return }
            watched.collect(replaced, nil, into: &state.woken)
        }
    }

    /// A trigger reported a change of a row: the table, the values of its columns before or after, and for an update
    /// also those after.
    private func touched(_ arguments: [DatabaseValue]) {
        guard let table = arguments.first.flatMap({ String.fromDatabaseValue($0) }) else { return }
        state.withLock { state in
            guard let watched = state.tables?[table] else { return }
            let first = arguments.dropFirst().prefix(watched.columns.count)
            let second = arguments.dropFirst(1 + watched.columns.count)
            guard first.count == watched.columns.count else { return }
            guard second.count == watched.columns.count else { return watched.collect(first, nil, into: &state.woken) }
            watched.collect(first, second, into: &state.woken)
            watched.collect(second, first, into: &state.woken)
        }
    }
}
