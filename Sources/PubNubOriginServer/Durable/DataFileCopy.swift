import PubNubOrigin
import Foundation
import GRDB
import PubNubSupport

/// Copies data files, also while a server writes to the original.
enum DataFileCopy {
    /// Copies all pages of a data file in one consistent state.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - target: The copy, which is created with mode 0600. After a failure part of it may be there; see ``remove(_:)``.
    /// - Throws: ``OriginError/cannotOpen(_:)`` if the source is not a data file or the copy is damaged, or another error if copying fails.
    static func make(of source: String, to target: String) throws {
        try PrivateFile.prepareDatabase(target)
        var reading = Configuration()
        reading.readonly = true
        let original = try DatabaseQueue(path: source, configuration: reading)
        defer { try? original.close() }
        guard try original.read({ try $0.tableExists("clock") && $0.tableExists("message") }) else {
            throw OriginError.cannotOpen("\(source) is not the data file of a server")
        }
        let copy = try DatabaseQueue(path: target)
        defer { try? copy.close() }
        // All pages in one step, which is one consistent state. In WAL mode it does not keep the server from writing.
        try original.backup(to: copy)
        try copy.writeWithoutTransaction { db in
            // One file, complete without a log next to it.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
            guard verdict == "ok" else { throw OriginError.cannotOpen("the copy is damaged: \(verdict ?? "")") }
        }
        synchronize(target, isFolder: false)
    }

    /// Removes a file, and the files that SQLite may have left next to it. Does nothing without a file.
    static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    static func synchronize(_ path: String, isFolder: Bool) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isFolder ? O_DIRECTORY : 0))
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// The facts about a data file that are in the file.
struct DataFileFacts: Sendable, Equatable {
    /// The settings that entries of the log were last applied with; nil in a file that has none.
    let settings: String?
    /// The last position of the log whose changes the file has.
    let applied: LogPosition

    /// Reads the facts of a data file that no server uses.
    ///
    /// - Throws: ``OriginError/cannotOpen(_:)`` if it is not a data file, or is one of a later version, or an error of SQLite.
    static func read(_ path: String) throws -> DataFileFacts {
        var reading = Configuration()
        reading.readonly = true
        let file = try DatabaseQueue(path: path, configuration: reading)
        defer { try? file.close() }
        return try file.read { db in
            guard try db.tableExists("applied"), try db.tableExists("settings"), try db.tableExists("message") else {
                throw OriginError.cannotOpen("\(path) is not the data file of a server")
            }
            guard try !ArchiveSchema.migrator.hasBeenSuperseded(db) else {
                throw OriginError.cannotOpen("\(path) was written by a later version")
            }
            return DataFileFacts(
                settings: try String.fetchOne(db, sql: "SELECT text FROM settings"),
                applied: try DataFile.applied(db)
            )
        }
    }
}
