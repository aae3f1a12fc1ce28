import Foundation
import GRDB
import Glibc
public import PubNubOrigin

/// The content of a verified copy of a data file, from ``OriginBackup/verify(_:includingFiles:)``.
public struct OriginBackupReport: Sendable, Equatable {
    /// The size of the copy without its files, in bytes.
    public let bytes: Int
    /// The number of stored messages.
    public let messages: Int
    /// The number of keysets that have stored messages.
    public let keysets: Int
    /// The number of files whose bytes are complete; 0 if they were not checked.
    public let files: Int
    /// The timetoken of the newest stored message, in units of 10⁻⁷ s since 1970 UTC; 0 without messages.
    public let latest: UInt64
}

extension OriginBackup {
    /// Checks that a copy is complete and that a server can start with it. Changes nothing.
    ///
    /// Reads every page of the file, compares the indexes with the tables, decodes what the log has, and compares the bytes of files with their
    /// records. The call blocks its thread; it takes about as long as reading the copy.
    ///
    /// - Parameters:
    ///   - path: The copy. A data file that a server uses is refused: copy it first.
    ///   - includingFiles: Whether to check the bytes of files in the folder `PATH.files`. True by default.
    /// - Returns: The content of the copy.
    /// - Throws: `OriginError.cannotOpen` that names what is missing or damaged.
    @discardableResult
    public static func verify(
        _ path: String,
        includingFiles: Bool = true
    ) throws(OriginError) -> OriginBackupReport {
        do {
            return try BackupCheck(path).run(includingFiles: includingFiles)
        } catch let error as OriginError {
            throw error
        } catch {
            throw .cannotOpen("\(path) is damaged: \(StorageError.text(error))")
        }
    }
}

/// The check of one copy.
private struct BackupCheck {
    private let path: String
    private let bytes: Int

    init(_ path: String) throws(OriginError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .cannotOpen("\(path): \(String(cString: strerror(errno)))") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen("\(path) is not a file") }
        self.path = path
        bytes = Int(facts.st_size)
        // Without its log, such a file lacks the newest changes.
        guard stat(path + "-wal", &facts) != 0 || facts.st_size == 0 else {
            throw .cannotOpen(
                "\(path) is in use by a server, or was not closed by it: copy it with 'pubnub origin backup'"
            )
        }
    }

    func run(includingFiles: Bool) throws -> OriginBackupReport {
        guard bytes > 0 else { throw OriginError.cannotOpen("\(path) is empty") }
        try DataFileIdentity.check(path)
        let file = try DataFileIdentity.openUnchanged(path)
        defer { try? file.close() }
        return try file.read { db in
            let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? ""
            guard verdict == "ok" else { throw OriginError.cannotOpen("\(path) is damaged: \(verdict)") }
            try checkLog(db)
            let row = try Row.fetchOne(
                db,
                sql:
                    "SELECT COUNT(*) AS messages, COUNT(DISTINCT keyset) AS keysets, MAX(timetoken) AS latest FROM message"
            )
            return OriginBackupReport(
                bytes: bytes,
                messages: row?["messages"] ?? 0,
                keysets: row?["keysets"] ?? 0,
                files: includingFiles ? try checkFiles(db) : 0,
                latest: UInt64(clamping: row?["latest"] as Int64? ?? 0)
            )
        }
    }

    /// Checks that a server can apply the changes that are in the log only.
    private func checkLog(_ db: Database) throws {
        // Versions up to 0.6 had no log. A negative position is that of a row that only tries whether the file can be written.
        guard try db.tableExists("log") else { return }
        let rows = try Row.fetchCursor(db, sql: "SELECT position, entries FROM log WHERE position > 0")
        while let row = try rows.next() {
            let entries: Data = row["entries"]
            guard (try? LogCodec.decode(Array(entries))) != nil else {
                let position: Int64 = row["position"]
                throw OriginError.cannotOpen("\(path) is damaged: entry \(position) of its log cannot be read")
            }
        }
    }

    /// Compares the bytes of files with their records. Returns the number of files.
    private func checkFiles(_ db: Database) throws -> Int {
        guard try db.tableExists("file") else { return 0 }
        let folder = FileFolder(dataFile: path)
        var count = 0
        let rows = try Row.fetchCursor(db, sql: "SELECT id, size FROM file")
        while let row = try rows.next() {
            let id: String = row["id"]
            guard let file = folder.path(of: id) else {
                throw OriginError.cannotOpen("\(path) is damaged: the record of a file has a wrong identifier")
            }
            var facts = stat()
            guard lstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
                throw OriginError.cannotOpen("\(file) is missing; --without-files checks a copy that has no files")
            }
            guard Int(facts.st_size) == row["size"] else {
                throw OriginError.cannotOpen("\(file) has \(facts.st_size) bytes, and not those of its record")
            }
            count += 1
        }
        return count
    }
}
