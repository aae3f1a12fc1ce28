import Foundation
import GRDB
import Glibc
import PubNubSupport
import PubNubOrigin

/// The bytes of files next to the copy of a data file.
struct FileCopies {
    private static let bufferBytes = 256 * 1024

    private let folder: String

    static func folder(of copy: String) -> String { "\(copy).files" }

    /// Whether the copy of a data file has records of files.
    ///
    /// - Throws: An error of SQLite.
    static func hasRecords(_ copy: String) throws -> Bool {
        var reading = Configuration()
        reading.readonly = true
        let file = try DatabaseQueue(path: copy, configuration: reading)
        defer { try? file.close() }
        return try file.read { db in
            // A data file of an earlier version has no such table.
            guard try db.tableExists("file") else { return false }
            return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM file)") ?? false
        }
    }

    /// Copies the bytes of each file that a copy of a data file has a record of, and waits until they are on the disk. Deletes the records in the
    /// copy whose bytes are lost.
    ///
    /// - Parameters:
    ///   - source: The folder of the original.
    ///   - copy: The copy of the data file, which no server uses.
    ///   - target: The folder to create, which must not exist.
    ///   - link: Makes a hard link and returns 0, or sets `errno`. The call of the system by default.
    /// - Throws: `OriginError.cannotOpen` if a file cannot be copied, or an error of SQLite. The folder is removed then.
    init(
        of source: FileFolder,
        recordsIn copy: String,
        to target: String,
        link: (String, String) -> Int32 = { Glibc.link($0, $1) }
    ) throws {
        folder = target
        // Fails if the name exists, also as a link.
        guard mkdir(target, 0o700) == 0 else { throw Self.failure(target) }
        do {
            let file = try DatabaseQueue(path: copy)
            defer { try? file.close() }
            var lost: [String] = []
            for part in FileFolder.parts {
                let identifiers = try file.read { try FileRecord.identifiers(in: part, $0) }
                lost += try Self.copy(identifiers, of: source, to: "\(target)/\(part)", link: link)
            }
            if !lost.isEmpty { try file.write { try FileRecord.delete(identifiers: lost, $0) } }
            DataFileCopy.synchronize(copy, isFolder: false)
            DataFileCopy.synchronize(target, isFolder: true)
        } catch {
            remove()
            throw error
        }
    }

    /// Copies the files of a cluster, with their records. The copy of the data file has no others.
    ///
    /// - Parameters:
    ///   - files: The files of the cluster. A file that is removed during the call is left out.
    ///   - copy: The copy of the data file, which no server uses.
    ///   - target: The folder to create, which must not exist.
    /// - Throws: `OriginError.cannotOpen` if a file cannot be copied, or an error of SQLite. The folder is removed then.
    init(of files: ClusterFiles, recordsIn copy: String, to target: String) throws {
        folder = target
        guard mkdir(target, 0o700) == 0 else { throw Self.failure(target) }
        do {
            let file = try DatabaseQueue(path: copy)
            defer { try? file.close() }
            try file.write { try $0.execute(sql: "DELETE FROM file") }
            var copied: [(record: FileRecord, channel: Topic)] = []
            func insertCopied() throws {
                try file.write { db in for entry in copied { try entry.record.insert(in: entry.channel, db) } }
                copied = []
            }
            try files.forEachFile { stored, key in
                guard let path = FileFolder(folder: target).path(of: key.id) else { return }
                let part = PrivateFile.folder(of: path)
                guard mkdir(part, 0o700) == 0 || errno == EEXIST else { throw Self.failure(part) }
                guard try Self.copy(stored, of: files, to: path) else { return }
                copied.append((stored.record, key.channel))
                if copied.count >= Self.recordsPerStep { try insertCopied() }
            }
            try insertCopied()
            // The deleted records are those of another server's files.
            try file.write { try $0.execute(sql: "DELETE FROM removedFile") }
            for part in FileFolder.parts where access("\(target)/\(part)", F_OK) == 0 {
                DataFileCopy.synchronize("\(target)/\(part)", isFolder: true)
            }
            DataFileCopy.synchronize(copy, isFolder: false)
            DataFileCopy.synchronize(target, isFolder: true)
        } catch {
            remove()
            throw error
        }
    }

    /// The records that one transaction stores.
    private static let recordsPerStep = 500

    /// Copies the bytes of a file of a cluster. Returns false if it was removed.
    private static func copy(_ stored: ClusterFile, of files: ClusterFiles, to target: String) throws -> Bool {
        let reader = files.reader(of: stored)
        let writer = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard writer >= 0 else { throw failure(target) }
        defer { close(writer) }
        for start in stride(from: 0, to: stored.record.size, by: bufferBytes) {
            guard let bytes = reader.read(start..<min(start + bufferBytes, stored.record.size)) else {
                unlink(target)
                guard files.isRemoved(stored) else {
                    throw OriginError.cannotOpen("the files of the cluster cannot be read")
                }
                return false
            }
            try PrivateFile.write(bytes[...], to: writer, path: target)
        }
        guard fsync(writer) == 0 else { throw failure(target) }
        return true
    }

    /// Removes the folder with everything in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Copies files into a new folder.
    ///
    /// - Returns: The identifiers of those whose bytes are lost.
    private static func copy(
        _ identifiers: [String],
        of source: FileFolder,
        to folder: String,
        link: (String, String) -> Int32
    ) throws -> [String] {
        guard !identifiers.isEmpty else { return [] }
        guard mkdir(folder, 0o700) == 0 else { throw failure(folder) }
        var lost: [String] = []
        for id in identifiers {
            guard let original = source.path(of: id) else { continue }
            let target = "\(folder)/\(id)"
            // Another file system, or one without links.
            guard link(original, target) != 0 else { continue }
            if errno == ENOENT {
                lost.append(id)
            } else {
                try copyBytes(of: original, to: target)
            }
        }
        DataFileCopy.synchronize(folder, isFolder: true)
        return lost
    }

    private static func copyBytes(of source: String, to target: String) throws {
        let reader = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard reader >= 0 else { throw failure(source) }
        defer { close(reader) }
        let writer = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard writer >= 0 else { throw failure(target) }
        defer { close(writer) }
        var buffer = [UInt8](repeating: 0, count: bufferBytes)
        while true {
            let count = read(reader, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(source) }
            guard count > 0 else { break }
            try PrivateFile.write(buffer[..<count], to: writer, path: target)
        }
        guard fsync(writer) == 0 else { throw failure(target) }
    }

    private static func failure(_ path: String) -> OriginError {
        .cannotOpen("\(path): \(String(cString: strerror(errno)))")
    }
}
