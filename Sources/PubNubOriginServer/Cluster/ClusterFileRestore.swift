import Foundation
import GRDB
import PubNubOrigin

/// Stores the files of a backup in the stream of a cluster that is restored. Files that the stream has, or that were removed there, stay as they are.
struct ClusterFileRestore {
    private let files: ClusterFiles?
    private let path: String
    private let failure: StreamFailure?
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - files: The files of the cluster; nil if it serves none.
    ///   - path: The backup of a data file, with the bytes of files in the folder next to it.
    ///   - failure: Why the files could not be opened. nil by default.
    ///   - report: Receives a line about the files.
    init(
        _ files: ClusterFiles?,
        _ path: String,
        after failure: StreamFailure? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.files = files
        self.path = path
        self.failure = failure
        self.report = report
    }

    /// The number of files that a data file has records of. Of the data files of a cluster only backups have such records.
    ///
    /// - Throws: `OriginError.cannotOpen` if it is not a data file, or an error of SQLite.
    static func count(in path: String) throws -> Int {
        let file = try DataFile(path: path)
        defer { file.close() }
        return try file.pool.read { try FileRecord.count($0) }
    }

    /// Stores the files, and removes their records from the data file. Their bytes stay in the folder.
    ///
    /// - Throws: `OriginError.cannotJoin` if a file cannot be stored, `OriginError.cannotOpen` if the folder cannot be read, or an error of SQLite.
    func run() throws {
        let file = try DataFile(path: path)
        defer { file.close() }
        let count = try file.pool.read { try FileRecord.count($0) }
        guard count > 0 else { return }
        // A server that went on would lose the files: the cluster cannot be restored a second time.
        guard let files else { throw cannotStore(failure?.text) }
        let folder = FileFolder(dataFile: path)
        var last = ""
        var stored = 0
        while true {
            let page = try file.pool.read { try FileRecord.page(after: last, limit: 100, $0) }
            guard let end = page.last else { break }
            last = end.record.id
            for found in page where try store(found.record, found.channel, folder, files) { stored += 1 }
        }
        try file.write { db in
            try db.execute(sql: "DELETE FROM file")
            try db.execute(sql: "DELETE FROM removedFile")
        }
        report(
            "\(stored) of the \(count) files of the backup were stored. The others are in the stream, or have no bytes."
        )
    }

    /// Stores a file. Returns whether it is new.
    private func store(
        _ record: FileRecord,
        _ channel: Topic,
        _ folder: FileFolder,
        _ files: ClusterFiles
    ) throws -> Bool {
        guard let opened = try folder.open(record.id) else { return false }
        do throws(FileStorageFault) {
            try files.add(record, to: channel, quota: nil) { opened.read($0) }
            return true
        } catch {
            switch error {
            case .exists: return false
            case .full, .overQuota:
                throw OriginError.cannotJoin(
                    "The files of the backup exceed the limits of this server: fileBytes, files or filesPerChannel."
                )
            case .failed:
                throw cannotStore()
            }
        }
    }

    private func cannotStore(_ reason: String? = nil) -> OriginError {
        let reason = reason.map { ": \($0)" } ?? ""
        return .cannotJoin(
            "The files of the backup cannot be stored\(reason). "
                + "Delete the stream of the log, and restore the cluster again."
        )
    }
}
