import Foundation
import GRDB
import PubNubFiles

/// The file of a store.
struct StoreFile {
    let url: URL

    /// What SQLite keeps beside a file.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Opens the file, or creates it with its directory. Only its owner may read it: it holds what people wrote.
    func open(_ configuration: Configuration) throws -> DatabasePool {
        try checkAccess()
        try checkOwner()
        do throws(FileError) {
            try PrivateFile.prepareDatabase(url.path)
        } catch {
            throw ChatError.cannotOpenStore("\(error)")
        }
        return try DatabasePool(path: url.path, configuration: configuration)
    }

    /// Tells others that the file is open, by a file beside it.
    func hold() throws -> StoreHold { try StoreHold(url.path + "-open") }

    /// Moves the file and what belongs to it to the first name that is free, and returns that.
    func moveAside() throws -> URL {
        let files = FileManager.default
        var target = url.path + ".damaged"
        var number = 1
        while files.fileExists(atPath: target) {
            number += 1
            target = "\(url.path).damaged-\(number)"
        }
        try files.moveItem(atPath: url.path, toPath: target)
        for companion in Self.companions where files.fileExists(atPath: url.path + companion) {
            try files.moveItem(atPath: url.path + companion, toPath: target + companion)
        }
        return URL(fileURLWithPath: target)
    }

    /// Refuses the database of another program, before anything is written to it.
    private func checkOwner() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let reader = try DatabaseQueue(path: url.path, configuration: configuration)
        let isForeign = try reader.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT COUNT(*) > 0 AND NOT SUM(name = 'grdb_migrations') FROM sqlite_master WHERE type = 'table'"
            )
        }
        try reader.close()
        guard isForeign != true else { throw ChatError.cannotOpenStore("\(url.path) is of another program") }
    }

    private func checkAccess() throws {
        let files = FileManager.default
        do {
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw ChatError.cannotOpenStore("\(url.path): its directory cannot be made")
        }
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return }
        guard !isDirectory.boolValue else { throw ChatError.cannotOpenStore("\(url.path) is a directory") }
        let mode = try files.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
        // A file that nobody may write is one that somebody protected, also from those who may write any.
        guard files.isWritableFile(atPath: url.path), (mode?.intValue ?? 0o600) & 0o222 != 0 else {
            throw ChatError.cannotOpenStore("\(url.path) is read-only")
        }
    }
}
