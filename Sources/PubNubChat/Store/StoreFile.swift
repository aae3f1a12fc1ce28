public import Foundation
import GRDB
import PubNubFiles

/// The file of a store.
struct StoreFile {
    let url: URL

    /// What SQLite keeps beside a file.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// - Parameter url: The file. If its path leads through symbolic links, this is the file at their end, so that programs that use
    ///   different paths know of each other.
    init(_ url: URL) {
        self.url = Self.resolved(url.path).map { URL(fileURLWithPath: $0) } ?? url
    }

    var path: String { url.path }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Creates the directory of the file if there is none, for its owner alone.
    ///
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` also when the file is a directory or may not be written.
    func prepareDirectory() throws {
        let files = FileManager.default
        let directory = PrivateFile.folder(of: path)
        try? PrivateFile.createFolder(directory)
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw ChatError.cannotOpenStore("\(path): its directory cannot be made")
        }
        guard files.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
        guard !isDirectory.boolValue else { throw ChatError.cannotOpenStore("\(path) is a directory") }
        let mode = try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        // A file that nobody may write is one that somebody protected, also from those who may write any.
        guard files.isWritableFile(atPath: path), (mode?.intValue ?? 0o600) & 0o222 != 0 else {
            throw ChatError.cannotOpenStore("\(path) is read-only")
        }
    }

    /// Tells others that the file is open, by a file beside it. Before this nothing of the store may be read or changed.
    func hold() throws -> StoreLock { try StoreLock(path + "-open") }

    /// Opens the file, or creates it. Only its owner may read it: it holds what people wrote.
    func open(_ configuration: Configuration) throws -> DatabasePool {
        try checkProgram()
        try restrict()
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Moves the file and what belongs to it to the first name that is free, and returns that. Nobody else may have it open.
    func moveAside() throws -> URL {
        try? restrict()
        let files = FileManager.default
        var target = path + ".damaged"
        var number = 1
        while files.fileExists(atPath: target) {
            number += 1
            target = "\(path).damaged-\(number)"
        }
        try files.moveItem(atPath: path, toPath: target)
        for companion in Self.companions where files.fileExists(atPath: path + companion) {
            try files.moveItem(atPath: path + companion, toPath: target + companion)
        }
        return URL(fileURLWithPath: target)
    }

    /// Takes the file of an earlier version over, if there is one that `isWanted`.
    ///
    /// It is moved in one step: a program that is killed in the meantime leaves it in one of both places.
    ///
    /// - Returns: Whether it was moved.
    /// - Throws: ``ChatError/cannotOpenStore(_:)`` when another program has it open.
    func take(_ former: StoreFile, where isWanted: (Database) throws -> Bool) throws -> Bool {
        guard former.exists, (try? former.isOfThisProgram()) == true else { return false }
        let hold = try former.hold()
        defer { hold.release() }
        // Somebody may have moved it while this waited.
        guard former.exists else { return false }
        let queue = try DatabaseQueue(path: former.path)
        guard (try? queue.read(isWanted)) == true else { return false }
        guard hold.isAlone else {
            throw ChatError.cannotOpenStore(
                "\(former.path), which is to be moved to \(path), is open in another program; close that program"
            )
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        // The last one to close it removes the log, which is empty.
        try queue.close()
        try former.restrict()
        if rename(former.path, path) != 0 {
            guard errno == EXDEV else { throw ChatError.cannotOpenStore("\(former.path) cannot be moved to \(path)") }
            // The first step may be repeated, and the second is done or not.
            let part = path + ".moving"
            try? FileManager.default.removeItem(atPath: part)
            try FileManager.default.copyItem(atPath: former.path, toPath: part)
            guard rename(part, path) == 0 else { throw ChatError.cannotOpenStore("\(part) cannot be renamed") }
            try FileManager.default.removeItem(atPath: former.path)
        }
        return true
    }

    /// Refuses the database of another program, before anything is written to it.
    private func checkProgram() throws {
        guard try isOfThisProgram() else { throw ChatError.cannotOpenStore("\(path) is of another program") }
    }

    /// Whether this is a store, or something without tables, or nothing.
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

    /// The path without symbolic links; nil when it leads nowhere yet.
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

/// What happened to a damaged file: it was moved, and the store began with an empty one.
public struct StoreRecovery: Hashable, Sendable {
    /// Where the damaged file is now.
    public let movedTo: URL
    /// What was wrong with it.
    public let problem: String
}
