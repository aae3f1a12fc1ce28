public import PubNubOrigin
import Foundation
import PubNubSupport

/// Copies the data file of a server and the files next to it, also while the server runs.
public enum OriginBackup {
    /// Writes a copy of a data file, and of the folder with the bytes of files next to it.
    ///
    /// The copy has everything that was acknowledged before the call, and nothing of a change in part. The server goes on serving;
    /// publishes do not wait for the copy. The copy is a data file like the original: give it to
    /// ``OriginStorage/file(_:retention:keysetRetention:)`` to restore. It is complete when its name appears. The call blocks its thread.
    ///
    /// The bytes of files are in the folder `TARGET.files`, each with its record in the copy. They are hard links where the file system allows
    /// that, and copies otherwise. The server removes no bytes during the call; removed files disappear from lists as always.
    ///
    /// The time of the last copy is that of the empty file `SOURCE.backup`, which the call creates if it may. The admin listener reports it.
    ///
    /// - Parameters:
    ///   - source: The data file.
    ///   - target: The path of the copy, which must not exist. It is created with mode 0600. `TARGET.files` must not exist either.
    ///   - includingFiles: Whether to copy the bytes of files. True by default. A server that starts with a copy without them drops the records of
    ///     files whose bytes are not in its own folder.
    /// - Throws: `OriginError.cannotOpen` if the source is not a data file, if a target exists, if the folder with the bytes of files does not exist
    ///   although the data file has records of them, or if copying fails.
    public static func copy(
        _ source: String,
        to target: String,
        includingFiles: Bool = true
    ) throws(OriginError) {
        try makeCopy(source, to: target, includingFiles ? .folder : .none)
        BackupStamp.write(for: source)
    }

    /// The files that a copy has.
    enum Files {
        case none
        /// Those in the folder next to the data file.
        case folder
        /// Those of the cluster that the server is part of.
        case cluster(ClusterFiles)
    }

    /// Writes a copy and does not note it as a backup.
    static func makeCopy(_ source: String, to target: String, _ included: Files) throws(OriginError) {
        var found = stat()
        guard stat(source, &found) == 0 else {
            throw .cannotOpen("\(source): \(String(cString: strerror(errno)))")
        }
        let targets = if case .none = included { [target] } else { [target, FileCopies.folder(of: target)] }
        for path in targets {
            guard lstat(path, &found) != 0 else { throw .cannotOpen("\(path) exists already") }
        }
        let partial = "\(target).\(UUID().uuidString).partial"
        defer { DataFileCopy.remove(partial) }
        var files: FileCopies?
        do {
            files = try copy(source, to: partial, FileCopies.folder(of: target), included)
            // A link fails if the name exists by now, which a rename does not.
            guard link(partial, target) == 0 else {
                throw OriginError.cannotOpen("\(target): \(String(cString: strerror(errno)))")
            }
        } catch let error as OriginError {
            files?.remove()
            throw error
        } catch {
            throw .cannotOpen("\(error)")
        }
        DataFileCopy.synchronize(PrivateFile.folder(of: target), isFolder: true)
    }

    /// Copies a data file, and then the bytes of the files that the copy has records of.
    ///
    /// - Returns: The copies of the bytes; nil without any.
    private static func copy(
        _ source: String,
        to partial: String,
        _ target: String,
        _ included: Files
    ) throws -> FileCopies? {
        switch included {
        case .none:
            try DataFileCopy.make(of: source, to: partial)
            try OmittedFiles.mark(partial)
            DataFileCopy.synchronize(partial, isFolder: false)
            return nil
        case .folder:
            return try copyWithFolder(source, to: partial, target)
        case .cluster(let files):
            try DataFileCopy.make(of: source, to: partial)
            return try FileCopies(of: files, recordsIn: partial, to: target)
        }
    }

    private static func copyWithFolder(_ source: String, to partial: String, _ target: String) throws -> FileCopies? {
        let folder = FileFolder(dataFile: source)
        var lock = try folder.exists ? sharedLock(folder) : nil
        try DataFileCopy.make(of: source, to: partial)
        guard try FileCopies.hasRecords(partial) else {
            lock?.release(0)
            return nil
        }
        // The lock would create the folder, and the next start would take the files for lost.
        if let fault = try OmittedFiles.fault(of: source, folder, reading: partial) {
            throw OriginError.cannotOpen("\(fault). --without-files makes a copy without them")
        }
        if lock == nil {
            // The first file was stored in the meantime, and its bytes may be gone again.
            lock = try sharedLock(folder)
            DataFileCopy.remove(partial)
            try DataFileCopy.make(of: source, to: partial)
        }
        defer { lock?.release(0) }
        return try FileCopies(of: folder, recordsIn: partial, to: target)
    }

    /// Takes the lock that keeps the server from removing bytes.
    private static func sharedLock(_ folder: FileFolder) throws -> FileLock {
        let lock = try folder.removalLock()
        try lock.wait(.shared, at: 0)
        return lock
    }
}
