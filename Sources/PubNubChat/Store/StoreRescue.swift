import Foundation
import GRDB
import Logging

/// Copies what only this store has from a damaged file into a new one: changes that were not sent, with their messages, drafts,
/// and read markers that the service does not have. Everything else is fetched again.
///
/// Tables are read row by row, each as far as it can be read.
struct StoreRescue {
    private let source: DatabaseQueue

    /// Opens the damaged file, which is not changed.
    init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { $0.add(tokenizer: SearchTokenizer.self) }
        source = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Copies the rows.
    ///
    /// - Parameter writer: The new file, with its tables.
    /// - Returns: The number of changes, drafts and markers that were copied.
    /// - Throws: A `DatabaseError` if they cannot be written.
    func copy(to writer: any DatabaseWriter) throws -> Int {
        let drafts = rows("SELECT * FROM draft")
        let markers = rows("SELECT * FROM unreadCount WHERE isPending")
        let owners = rows("SELECT * FROM copyOwner")
        let entries = rows("SELECT * FROM outbox ORDER BY sequence")
        let messages = messages(of: entries)
        return try writer.write { db in
            for row in owners { try Self.insert(row, into: "copyOwner", db) }
            var count = 0
            for row in drafts { count += try Self.insert(row, into: "draft", db) }
            for row in markers { count += try Self.insert(row, into: "unreadCount", db) }
            // The messages of an app are in a table of its own.
            guard try db.tableExists("message"),
                try Self.columns(of: "message", db).isSuperset(of: ["isPending", "sequence", "pubnubUserId"])
            else { return count }
            for entry in entries { count += try Self.copy(entry, messages, db) }
            try Ledger(db: db).releaseAll()
            return count
        }
    }

    func close() { try? source.close() }

    private static func copy(_ entry: Row, _ messages: [String: Row], _ db: Database) throws -> Int {
        if let id = entry["messageId"] as String? {
            guard let message = messages[id] else { return 0 }
            if try !PubNubManagedMessage.isStored(id, in: db) {
                for (table, column) in [("channel", "pubnubChannelId"), ("user", "pubnubUserId")] {
                    guard let reference = message[column] as String? else { continue }
                    try db.run("INSERT INTO \(table) (id) VALUES (?) ON CONFLICT DO NOTHING", [reference])
                }
                try insert(message, into: "message", without: ["sequence", "isPending", "formerChannelId"], db)
            }
            // A trigger has added an entry for the message, without options and with another sequence.
            try db.run(
                "DELETE FROM outbox WHERE messageId = ? AND kind = 'message' AND ?2 = 'message'",
                [id, entry["kind"]]
            )
        }
        // The rows that an entry hides are fetched again, and hidden then.
        let count = try insert(entry, into: "outbox", without: ["holder", "removed"], db)
        let isRefused = (entry["stage"] as Int64?) == SendStage.failed.rawValue
        if !isRefused, let copied = try Ledger(db: db).entry(entry["sequence"]) { try Ledger(db: db).show(copied) }
        return count
    }

    /// The messages of entries, by identifier. The index may be damaged, and the table not.
    private func messages(of entries: [Row]) -> [String: Row] {
        let ids = Set(entries.compactMap { $0["messageId"] as String? })
        var found: [String: Row] = [:]
        for id in ids { found[id] = rows("SELECT * FROM message WHERE id = ?", [id]).first }
        guard found.count < ids.count else { return found }
        for row in rows("SELECT * FROM message") {
            if let id = row["id"] as String?, ids.contains(id) { found[id] = row }
        }
        return found
    }

    /// The rows up to the first that cannot be read.
    private func rows(_ sql: String, _ arguments: StatementArguments = []) -> [Row] {
        var found: [Row] = []
        do {
            try source.read { db in
                let cursor = try Row.fetchCursor(db, sql: sql, arguments: arguments)
                while let row = try cursor.next() { found.append(row.copy()) }
            }
        } catch {
            ChatLog.logger.debug("A damaged table has no further readable rows: \(error)")
        }
        return found
    }

    /// Inserts a row, as far as the table has its columns.
    ///
    /// - Returns: The number of inserted rows.
    @discardableResult
    private static func insert(
        _ row: Row,
        into table: String,
        without left: Set<String> = [],
        _ db: Database
    ) throws -> Int {
        let names = try columns(of: table, db).subtracting(left).intersection(row.columnNames).sorted()
        let marks = repeatElement("?", count: names.count).joined(separator: ", ")
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO \(table) (\(list)) VALUES (\(marks)) ON CONFLICT DO NOTHING",
            arguments: StatementArguments(names.map { row[$0] as DatabaseValue })
        )
        return db.changesCount > 0 ? 1 : 0
    }

    /// The columns that can be written: generated ones are not among them.
    private static func columns(of table: String, _ db: Database) throws -> Set<String> {
        Set(try Row.fetchAll(db, sql: "PRAGMA table_info(\(table))").map { $0["name"] as String })
    }
}
