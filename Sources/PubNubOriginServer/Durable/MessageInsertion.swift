import PubNubOrigin
import GRDB
import GRDBSQLite

/// Inserts messages into the data file, many in a transaction.
///
/// Most of what a server stores are messages, so their values are bound without GRDB's lists of arguments, which take longer than
/// SQLite needs for the row.
struct MessageInsertion {
    private static let sql = """
        INSERT OR REPLACE INTO message (timetoken, keyset, channel, payload, publisher, metadata, kind, customType,
            sequence, origination, expiry, isTransient, isSilent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private let statement: Statement
    private let connection: SQLiteConnection?

    /// Prepares the statement.
    ///
    /// - Parameter db: The connection, inside of a transaction that lasts as long as the insertion is used.
    /// - Throws: A `DatabaseError` if the statement cannot be prepared.
    init(_ db: Database) throws {
        statement = try db.cachedStatement(sql: Self.sql)
        connection = db.sqliteConnection
    }

    /// Inserts a message, in place of another one with its timetoken.
    ///
    /// - Throws: A `DatabaseError`, without the values.
    func insert(_ message: StoredMessage, to topic: Topic) throws {
        var values = Values(statement: statement.sqliteStatement)
        values.bind(Int64(clamping: message.timetoken))
        values.bind(topic.keyset)
        values.bind(topic.name)
        values.bind(message.payload)
        values.bind(message.publisher)
        values.bind(message.metadata)
        values.bind(Int64(message.kind))
        values.bind(message.customType)
        values.bind(message.sequence.map(Int64.init))
        values.bind(message.origination.map { Int64(clamping: $0) })
        values.bind(message.expiry.map { Int64(clamping: $0) })
        values.bind(message.isTransient ? 1 : 0)
        values.bind(message.isSilent ? 1 : 0)
        let isBound = values.result == SQLITE_OK
        let result = isBound ? sqlite3_step(statement.sqliteStatement) : values.result
        // Before the next use of the statement; returns the error of the step again.
        sqlite3_reset(statement.sqliteStatement)
        guard result != SQLITE_DONE else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: result),
            message: sqlite3_errmsg(connection).map { String(cString: $0) },
            sql: Self.sql
        )
    }

    /// Binds values to the parameters of a statement, one after the other. SQLite copies strings and bytes.
    ///
    /// Requests with NUL are refused: GRDB ends a string there, and would not find such a name.
    private struct Values {
        let statement: SQLiteStatement
        private(set) var result = SQLITE_OK
        private var index: Int32 = 0

        /// Tells SQLite to copy the bytes: `SQLITE_TRANSIENT`, a macro that Swift does not import.
        private static var copies: sqlite3_destructor_type? {
            unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type?.self)
        }

        init(statement: SQLiteStatement) {
            self.statement = statement
        }

        mutating func bind(_ number: Int64?) {
            index += 1
            note(number.map { sqlite3_bind_int64(statement, index, $0) } ?? sqlite3_bind_null(statement, index))
        }

        mutating func bind(_ text: String?) {
            index += 1
            guard var text else { return note(sqlite3_bind_null(statement, index)) }
            // Bytes without an address would be NULL.
            guard !text.isEmpty else { return note(sqlite3_bind_text(statement, index, "", 0, Self.copies)) }
            let result = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    sqlite3_bind_text(
                        statement,
                        index,
                        characters.baseAddress,
                        Int32(clamping: characters.count),
                        Self.copies
                    )
                }
            }
            note(result)
        }

        mutating func bind(_ bytes: [UInt8]?) {
            index += 1
            guard let bytes else { return note(sqlite3_bind_null(statement, index)) }
            guard !bytes.isEmpty else { return note(sqlite3_bind_zeroblob(statement, index, 0)) }
            let result = bytes.withUnsafeBytes { bytes in
                sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(clamping: bytes.count), Self.copies)
            }
            note(result)
        }

        private mutating func note(_ result: Int32) {
            if self.result == SQLITE_OK { self.result = result }
        }
    }
}
