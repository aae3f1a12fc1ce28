public import Foundation
import GRDB
import PubNubSupport

/// The file of a store.
struct StoreFile {
    let url: URL

    /// The suffixes of the files that SQLite creates next to a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// - Parameter url: The file. Symbolic links are resolved, so that programs that use different paths share one
    ///   lock.
    init(_ url: URL) {
        self.url = Self.resolved(url.path).map { URL(fileURLWithPath: $0) } ?? url
    }

    var path: String { url.path }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Creates the directory of the file if it does not exist, accessible only by its owner.
    ///
    /// - Throws: ``ChatError/cannotOpenStore(_:)``, also if the file is a directory or is not writable.
    func prepareDirectory() throws {
        let files = FileManager.default
        let directory = PrivateFile.folder(of: path)
        try? PrivateFile.createFolder(directory)
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw ChatError.cannotOpenStore("\(path): its directory cannot be created")
        }
        guard files.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
        guard !isDirectory.boolValue else { throw ChatError.cannotOpenStore("\(path) is a directory") }
        let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        // A file without any write permission was protected deliberately, even from users who may write any file.
        guard files.isWritableFile(atPath: path), (mode?.intValue ?? 0o600) & 0o222 != 0 else {
            throw ChatError.cannotOpenStore("\(path) is read-only")
        }
    }

    /// Locks a file next to the store to show others that the store is open. Read or change the store only while
    /// holding the lock.
    func hold() throws -> StoreLock { try StoreLock(path + "-open") }

    /// Opens the file, or creates it readable only by its owner: it contains private messages.
    func open(_ configuration: Configuration) throws -> DatabasePool {
        try checkProgram()
        try restrict()
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Moves the file and its companions to the first free name, and returns that. No other program may have it open.
    func moveAside() throws -> URL {
        try? restrict()
        let files = FileManager.default
        var number = 1
        while files.fileExists(atPath: damagedPath(number)) { number += 1 }
        let target = damagedPath(number)
        try files.moveItem(atPath: path, toPath: target)
        for companion in Self.companions where files.fileExists(atPath: path + companion) {
            try files.moveItem(atPath: path + companion, toPath: target + companion)
        }
        return URL(fileURLWithPath: target)
    }

    /// The name of a damaged file that was moved aside; numbers begin at 1.
    private func damagedPath(_ number: Int) -> String { number == 1 ? path + ".damaged" : "\(path).damaged-\(number)" }

    /// Removes the damaged files that were moved aside, and their companions.
    func removeDamaged() throws {
        let files = FileManager.default
        var number = 1
        while files.fileExists(atPath: damagedPath(number)) {
            let damaged = damagedPath(number)
            for companion in Self.companions where files.fileExists(atPath: damaged + companion) {
                try files.removeItem(atPath: damaged + companion)
            }
            try files.removeItem(atPath: damaged)
            number += 1
        }
    }

    /// Takes over the file of an earlier version, if it exists and `isWanted` returns true.
    ///
    /// The move is atomic: if the program is killed, the file is in one of both places.
    ///
    /// - Returns: Whether it was moved.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` if another program has it open.
    func take(_ former: StoreFile, where isWanted: (Database) throws -> Bool) throws -> Bool {
        guard former.exists, (try? former.isOfThisProgram()) == true else { return false }
        let hold = try former.hold()
        defer { hold.release() }
        // Another program may have moved it while this one waited.
        guard former.exists else { return false }
        let queue = try DatabaseQueue(path: former.path)
        guard (try? queue.read(isWanted)) == true else { return false }
        guard hold.isAlone else {
            throw ChatError.cannotOpenStore(
                "\(former.path), which is to be moved to \(path), is open in another program; close that program"
            )
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        // Closing the last connection removes the log, which is empty.
        try queue.close()
        try former.restrict()
        if rename(former.path, path) != 0 {
            guard errno == EXDEV else { throw ChatError.cannotOpenStore("\(former.path) cannot be moved to \(path)") }
            // The first step can be repeated, and the second is atomic.
            let part = path + ".moving"
            try? FileManager.default.removeItem(atPath: part)
            try FileManager.default.copyItem(atPath: former.path, toPath: part)
            guard rename(part, path) == 0 else { throw ChatError.cannotOpenStore("\(part) cannot be renamed") }
            try FileManager.default.removeItem(atPath: former.path)
        }
        return true
    }

    /// Refuses the database of another program before anything is written to it.
    private func checkProgram() throws {
        guard try isOfThisProgram() else { throw ChatError.cannotOpenStore("\(path) belongs to another program") }
    }

    /// Whether this is a store, a database without tables, or no file.
    func isOfThisProgram() throws -> Bool {
        guard exists else { return true }
        var configuration = Configuration()
        configuration.readonly = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        let isForeign = try reader.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT COUNT(*) > 0 AND NOT SUM(name = 'grdb_migrations') FROM sqlite_master WHERE type = 'table'"
            )
        }
        try reader.close()
        return isForeign != true
    }

    private func restrict() throws {
        do throws(FileError) {
            try PrivateFile.prepareDatabase(path)
        } catch {
            throw ChatError.cannotOpenStore("\(error)")
        }
    }

    /// The path without symbolic links; nil if the target does not exist yet.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else {
            let directory = PrivateFile.folder(of: path)
            guard let resolved = realpath(directory, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved) + "/" + (path as NSString).lastPathComponent
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// The recovery from a damaged file: it was moved, and the store began with an empty file. Messages and other changes that were
/// not sent, drafts and read markers are copied from it as far as they can be read; everything else is fetched again.
public struct StoreRecovery: Hashable, Sendable {
    /// The current path of the damaged file.
    public let movedTo: URL
    /// The error that SQLite reported.
    public let problem: String
    /// The number of changes of the outbox, drafts and read markers that were copied into the new file.
    public let rescued: Int
}
