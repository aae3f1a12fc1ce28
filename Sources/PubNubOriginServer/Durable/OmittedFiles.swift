import GRDB
import PubNubOrigin

/// Data files that have records of files, and no folder with the bytes.
///
/// A copy that was made without files has a mark, and a server starts with it. Without the mark, an operator has probably moved the data file
/// and forgotten the folder: a start would take all files for lost, and delete their records.
enum OmittedFiles {
    /// The mark, the number that `PRAGMA user_version` has in the header of the file. Other data files have 0.
    private static let number = 1

    /// Returns the reason why a data file may not be used without the folder of its files.
    ///
    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - folder: The folder of its files.
    ///   - db: The data file, or a copy of it.
    /// - Returns: The reason; nil if the folder exists, or if the data file needs none.
    /// - Throws: An error of SQLite.
    static func fault(of path: String, _ folder: FileFolder, _ db: Database) throws -> String? {
        guard !folder.exists else { return nil }
        // A data file of an earlier version has no such table.
        guard try db.tableExists("file"), try FileRecord.count(db) > 0, try !isMarked(db) else { return nil }
        return "\(path) has records of files, and the folder with their bytes does not exist: \(folder.path). "
            + "Move or restore this folder as well. If the files are lost, create an empty folder of this name; "
            + "the next start then deletes their records"
    }

    /// Returns the reason why a data file that no server uses may not be used without the folder of its files. Changes nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the data file.
    ///   - folder: The folder of its files.
    ///   - copy: The path of a copy to read instead of the data file; nil for none.
    /// - Returns: The reason; nil if the folder exists, or if the data file needs none.
    /// - Throws: An error of SQLite.
    static func fault(of path: String, _ folder: FileFolder, reading copy: String? = nil) throws -> String? {
        guard !folder.exists else { return nil }
        let file = try DataFileIdentity.openUnchanged(copy ?? path)
        defer { try? file.close() }
        return try file.read { try fault(of: path, folder, $0) }
    }

    /// Marks a copy that is made without files.
    ///
    /// - Parameter copy: The path of the copy, which no server uses.
    /// - Throws: An error of SQLite.
    static func mark(_ copy: String) throws {
        let file = try DatabaseQueue(path: copy)
        defer { try? file.close() }
        try file.write { try $0.execute(sql: "PRAGMA user_version = \(number)") }
    }

    /// Removes the mark after the records without bytes were deleted: the server stores bytes of further files, which must not get lost unnoticed.
    ///
    /// - Parameter file: The data file of the server.
    /// - Throws: An error of SQLite, or `OriginError.cannotOpen` if the file was removed.
    static func unmark(_ file: DataFile) throws {
        guard try file.pool.read({ try isMarked($0) }) else { return }
        try file.write { try $0.execute(sql: "PRAGMA user_version = 0") }
    }

    private static func isMarked(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA user_version") == number
    }
}
