import PubNubOrigin
import Dispatch
import GRDB
import Glibc
import PubNubSupport

/// The SQLite file of a server, opened by one process at a time. The log and the archive share it.
final class DataFile: Sendable {
    /// Readers, and the one connection that writes.
    let pool: DatabasePool
    /// All writes are made on this queue.
    let writer = DispatchQueue(label: "pubnub.origin.writer")
    let path: String
    private let lock: DataFileLock
    private let writeAheadLog: WriteAheadLog

    /// The connections that read: those of SQLite's pool for messages by default, and as many as calls of files run at a time.
    private static let readers = 9

    /// Opens the file at `path`, or creates it. Only its owner may read it: it holds messages, keys and device tokens.
    ///
    /// - Throws: `OriginError.cannotOpen` for the file of another program, which is not changed, and for one of a later version, or an error of
    ///   SQLite.
    init(path: String) throws {
        let isNew = access(path, F_OK) != 0
        if isNew { try Self.restrict(path) }
        self.path = path
        writeAheadLog = WriteAheadLog(of: path)
        lock = try DataFileLock(path)
        if !isNew {
            try DataFileIdentity.check(path)
            try Self.restrict(path)
        }
        var configuration = Configuration()
        configuration.maximumReaderCount = Self.readers
        pool = try DatabasePool(path: path, configuration: configuration)
        // Again, with the changes in the log of SQLite, which the check before did not read.
        if try pool.read({ try ArchiveSchema.migrator.hasBeenSuperseded($0) }) {
            throw OriginError.cannotOpen("\(path) was written by a later version")
        }
        try ArchiveSchema.migrator.migrate(pool)
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(DataFileIdentity.applicationID)")
            // An acknowledgement is a promise that outlives a power failure.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // The kernel has the pages that this cache lacks: with 64 MiB a message needs no less CPU time than with 16
            // (Documentation/Performance.md, "Settings of SQLite").
            try db.execute(sql: "PRAGMA cache_size = -16384")
            // A checkpoint copies 16 MiB of SQLite's log, in pages of 4 KiB, into the file. That takes a tenth less CPU time of a
            // message than SQLite's 1,000 pages. With more pages publishers wait longer for the commit that copies them.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            // A large transaction makes SQLite's log longer than a checkpoint waits for. Without a limit it stays that long on the disk.
            try db.execute(sql: "PRAGMA journal_size_limit = \(16 * 1024 * 1024)")
        }
    }

    /// Lets only the owner read the file and those next to it.
    private static func restrict(_ path: String) throws(OriginError) {
        do throws(FileError) {
            try PrivateFile.prepareDatabase(path)
        } catch {
            throw OriginError.cannotOpen("\(error)")
        }
    }

    /// Makes changes in a transaction.
    ///
    /// - Throws: `OriginError.cannotOpen` if the file or its write-ahead log was removed, replaced or cut, so that the changes would be lost at the
    ///   next start, or an error of SQLite.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try checkFiles()
        return try pool.write(body)
    }

    /// Makes a change in one statement, which is a transaction by itself.
    ///
    /// - Throws: As ``write(_:)``.
    func writeStatement(_ body: (Database) throws -> Void) throws {
        try checkFiles()
        try pool.writeWithoutTransaction(body)
    }

    private func checkFiles() throws(OriginError) {
        guard lock.isFile(at: path) else {
            throw .cannotOpen("\(path) was removed or replaced while the server had it open. Start the server again.")
        }
        try writeAheadLog.check()
    }

    /// The settings that entries of the log were last applied with; nil in a file that has none.
    ///
    /// - Throws: An error of SQLite.
    func settings() throws -> String? {
        try pool.read { try String.fetchOne($0, sql: "SELECT text FROM settings") }
    }

    /// Stores the settings that entries of the log are applied with from now on.
    ///
    /// - Throws: An error of SQLite.
    func setSettings(_ text: String) throws {
        guard try settings() != text else { return }
        try pool.write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO settings (id, text) VALUES (1, ?)", arguments: [text])
        }
    }

    /// Lets the content of the file be the beginning of a new log. Timetokens go on above all that were given out.
    ///
    /// - Parameter settings: The settings that entries of the new log are applied with.
    /// - Throws: An error of SQLite.
    func beginLog(_ settings: String) throws {
        try pool.write { db in
            try db.execute(
                sql: "UPDATE applied SET position = 0, timetoken = MAX(timetoken, (SELECT latest FROM clock))"
            )
            // A server that still runs may send a batch again that the file has.
            try db.execute(sql: "UPDATE appliedBatch SET position = 0")
            try db.execute(sql: "DELETE FROM log")
            try db.execute(sql: "INSERT OR REPLACE INTO settings (id, text) VALUES (1, ?)", arguments: [settings])
        }
    }

    /// The last position of the log whose changes the file has.
    ///
    /// - Throws: An error of SQLite.
    func applied() throws -> LogPosition { try pool.read { try Self.applied($0) } }

    /// The last position of the log whose changes a database has.
    static func applied(_ db: Database) throws -> LogPosition {
        let position = try Int64.fetchOne(db, sql: "SELECT position FROM applied") ?? 0
        return LogPosition(rawValue: UInt64(clamping: position))
    }

    /// Closes the file. Call it when no write is in progress.
    func close() {
        // The connections of readers are closed last, and cannot write, so that SQLite would leave changes in its log. After a failure the next
        // start has them from there.
        try? pool.barrierWriteWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try? pool.close()
        writeAheadLog.closeFiles()
        lock.release()
    }
}
