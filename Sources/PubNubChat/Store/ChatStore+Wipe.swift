import Foundation
import GRDB
import PubNubSupport

extension ChatStore {
    /// Deletes all rows of all tables, including those of an app's own entities, the outbox, read markers, drafts
    /// and the owner, and removes their content from the files of the store. Damaged files that were moved aside are
    /// also removed. The tables stay.
    ///
    /// Takes time that grows with the number of rows. A store that a provider uses receives new data again; use
    /// ``ChatProvider/wipe()`` to sign out.
    ///
    /// - Throws: A `DatabaseError`, for example if another program has the file open and reads it, or the error of a
    ///   damaged file that cannot be removed. The rows are then deleted, or none is.
    public func wipe() async throws {
        try await wipe(isFinal: false)
    }

    /// Deletes all rows; see ``wipe()``.
    ///
    /// - Parameter isFinal: Whether later writes fail, also those that wait for this one.
    /// - Throws: As ``wipe()``.
    func wipe(isFinal: Bool) async throws {
        try await writer.writeWithoutTransaction { [self] db in
            let overwrites = try Int.fetchOne(db, sql: "PRAGMA secure_delete")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            defer { try? db.execute(sql: "PRAGMA secure_delete = \(overwrites ?? 0)") }
            try db.inTransaction(.immediate) {
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                let tables = try Self.tables(db)
                for table in tables where !table.isFullText { try Self.clear(table, db) }
                // Last, because triggers of the other tables may add entries.
                for table in tables where table.isFullText { try Self.clearIndex(table.name, db) }
                return .commit
            }
            if isFinal { isWiped.withLock { $0 = true } }
            try db.execute(sql: "VACUUM")
            if db.isWriteAheadLogged { _ = try db.checkpoint(.truncate) }
        }
        guard writer is DatabasePool else { return }
        try StoreFile(URL(fileURLWithPath: writer.path)).removeDamaged()
    }

    /// Removes all rows, some at a time: SQLite keeps in memory what it needs to undo a statement.
    private static func clear(_ table: DataTable, _ db: Database) throws {
        let name = table.name.quotedDatabaseIdentifier
        guard table.hasRowid else { return try db.execute(sql: "DELETE FROM \(name)") }
        repeat {
            try db.execute(sql: "DELETE FROM \(name) WHERE rowid IN (SELECT rowid FROM \(name) LIMIT 1000)")
        } while db.changesCount > 0
    }

    /// Removes the rows and the words of a full-text index. The deletion of a row only adds an entry that marks its
    /// words as deleted; they would stay in the file.
    private static func clearIndex(_ table: String, _ db: Database) throws {
        let name = table.quotedDatabaseIdentifier
        do {
            // Only an index without the content of its rows knows this command.
            try db.inSavepoint {
                try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES ('delete-all')")
                return .commit
            }
        } catch is DatabaseError {
            try db.execute(sql: "DELETE FROM \(name)")
            try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
        }
    }

    private struct DataTable {
        let name: String
        /// Whether it is a full-text index of FTS5.
        let isFullText: Bool
        let hasRowid: Bool
    }

    /// The tables with data. The tables in which SQLite stores a virtual table are emptied with it.
    private static func tables(_ db: Database) throws -> [DataTable] {
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid DESC"
        )
        let virtual = rows.filter { ($0["sql"] as String?)?.hasPrefix("CREATE VIRTUAL TABLE") == true }
        let stores = virtual.map { ($0["name"] as String) + "_" }
        return rows.compactMap { row in
            let name: String = row["name"]
            guard name != "grdb_migrations", !name.hasPrefix("sqlite_"), !stores.contains(where: { name.hasPrefix($0) })
            else {
                return nil
            }
            let sql = (row["sql"] as String?)?.lowercased() ?? ""
            // It shows the words of an index, and has no data of its own.
            guard !sql.contains("using fts5vocab") else { return nil }
            return DataTable(
                name: name,
                isFullText: sql.hasPrefix("create virtual table") && sql.contains("fts5"),
                hasRowid: !sql.contains("without rowid")
            )
        }
    }
}

extension Database {
    fileprivate var isWriteAheadLogged: Bool {
        (try? String.fetchOne(self, sql: "PRAGMA journal_mode")) == "wal"
    }
}
