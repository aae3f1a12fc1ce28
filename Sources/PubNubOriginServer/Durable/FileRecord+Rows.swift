import GRDB
import PubNubOrigin

/// The records of files in a data file.
extension FileRecord {
    private init(_ row: Row) {
        self.init(
            id: row["id"],
            name: row["name"],
            contentType: row["contentType"],
            size: row["size"],
            tag: row["tag"],
            created: UInt64(clamping: row["created"] as Int64)
        )
    }

    /// The record of a file; nil for a file that does not exist.
    ///
    /// - Throws: An error of SQLite.
    static func fetch(_ key: FileKey, _ db: Database) throws -> FileRecord? {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM file WHERE keyset = ? AND channel = ? AND id = ?"
        )
        return try Row.fetchOne(statement, arguments: [key.channel.keyset, key.channel.name, key.id])
            .map { FileRecord($0) }
    }

    /// The records of a channel behind an identifier, in the order of the bytes of their identifiers.
    ///
    /// - Throws: An error of SQLite.
    static func page(of channel: Topic, after last: String, limit: Int, _ db: Database) throws -> [FileRecord] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM file WHERE keyset = ? AND channel = ? AND id > ? ORDER BY id LIMIT ?"
        )
        return try Row.fetchAll(statement, arguments: [channel.keyset, channel.name, last, limit])
            .map { FileRecord($0) }
    }

    /// The number of all files.
    ///
    /// - Throws: An error of SQLite.
    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM file") ?? 0 }

    /// The records of all channels behind an identifier, in the order of their identifiers.
    ///
    /// - Throws: An error of SQLite.
    static func page(after last: String, limit: Int, _ db: Database) throws -> [(record: FileRecord, channel: Topic)] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM file WHERE id > ? ORDER BY id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [last, limit]).map { row in
            (FileRecord(row), Topic(keyset: row["keyset"], name: row["channel"]))
        }
    }

    /// Whether an identifier has a record, or bytes that are to be removed.
    ///
    /// - Throws: An error of SQLite.
    static func isInUse(_ id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM file WHERE id = ?1) OR EXISTS (SELECT 1 FROM removedFile WHERE id = ?1)"
        )
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// How many files a channel has.
    ///
    /// - Throws: An error of SQLite.
    static func count(in channel: Topic, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT files FROM fileCount WHERE keyset = ? AND channel = ?")
        return try Int.fetchOne(statement, arguments: [channel.keyset, channel.name]) ?? 0
    }

    /// Inserts the record.
    ///
    /// - Throws: An error of SQLite.
    func insert(in channel: Topic, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO file (keyset, channel, id, name, contentType, size, tag, created)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [channel.keyset, channel.name, id, name, contentType, size, tag, Int64(clamping: created)]
        )
    }

    /// Deletes a record.
    ///
    /// - Returns: The size of the file; nil for a file that does not exist.
    /// - Throws: An error of SQLite.
    static func delete(_ key: FileKey, _ db: Database) throws -> Int? {
        guard let record = try fetch(key, db) else { return nil }
        try delete(identifiers: [record.id], db)
        return record.size
    }

    /// Deletes the oldest records of a keyset.
    ///
    /// - Parameters:
    ///   - keyset: The keyset.
    ///   - date: Only files are deleted that were stored up to this time, in seconds since 1970 UTC.
    ///   - limit: The number of records after which the rest waits.
    ///   - db: The data file.
    /// - Returns: The sizes of their files.
    /// - Throws: An error of SQLite.
    static func deleteOldest(of keyset: String, until date: UInt64, limit: Int, _ db: Database) throws -> [Int] {
        let statement = try db.cachedStatement(
            sql: "SELECT channel, id FROM file WHERE keyset = ? AND created <= ? ORDER BY created LIMIT ?"
        )
        let rows = try Row.fetchAll(statement, arguments: [keyset, Int64(clamping: date), limit])
        return try rows.compactMap { row in
            try delete(FileKey(channel: Topic(keyset: keyset, name: row["channel"]), id: row["id"]), db)
        }
    }

    /// The identifiers that begin with two digits, in their order.
    ///
    /// - Throws: An error of SQLite.
    static func identifiers(in part: String, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM file WHERE id >= ? AND id < ? ORDER BY id")
        return try String.fetchAll(statement, arguments: [part, part + "~"])
    }

    /// Deletes the records of files whose bytes are lost.
    ///
    /// - Throws: An error of SQLite.
    static func delete(identifiers: [String], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM file WHERE id = ?")
        for id in identifiers { try statement.execute(arguments: [id]) }
    }
}

extension FileUsage {
    /// Counts the files of a data file.
    ///
    /// - Throws: An error of SQLite.
    init(_ db: Database) throws {
        self.init()
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT keyset, COUNT(*) AS files, SUM(size) AS bytes FROM file GROUP BY keyset"
        )
        while let row = try rows.next() { add(files: row["files"], bytes: row["bytes"], keyset: row["keyset"]) }
    }
}

/// The identifiers of files whose records are deleted and whose bytes are not.
enum RemovedFile {
    /// The first identifiers.
    ///
    /// - Throws: An error of SQLite.
    static func first(_ limit: Int, _ db: Database) throws -> [String] {
        try String.fetchAll(db.cachedStatement(sql: "SELECT id FROM removedFile LIMIT ?"), arguments: [limit])
    }

    /// Forgets identifiers.
    ///
    /// - Throws: An error of SQLite.
    static func forget(_ identifiers: [String], _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM removedFile WHERE id = ?")
        for id in identifiers { try statement.execute(arguments: [id]) }
    }
}
