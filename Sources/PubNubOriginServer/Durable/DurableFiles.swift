import Dispatch
import Foundation
import GRDB
import PubNubCodec
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The files of a server with a data file: their records are in a table of it, their bytes in a folder next to it.
///
/// The bytes of a new file are on the disk before its record is, and the bytes of a removed one go after its record. So a process that is killed
/// at any moment leaves no record without bytes. Bytes without a record are removed by the next start.
final class DurableFiles: FileStorage {
    private struct State {
        var usage: FileUsage
        var retention: [String: MessageRetention]
        /// When files that are too old were last removed, in seconds since 1970 UTC.
        var sweptAt: UInt64 = 0
        /// Whether bytes wait for the end of a backup.
        var hasRetry = false
        /// The pause between two reports of failures.
        var reportPause = ReportPause()
        var isClosed = false
    }

    /// The time between two sweeps that uploads lead to, in seconds.
    private static let sweepPause: UInt64 = 60
    /// The records that one transaction deletes, so that commits of the log wait for a few milliseconds at most.
    private static let recordsPerStep = 100
    /// How long bytes wait that a backup keeps from being removed.
    private static let retryPause = DispatchTimeInterval.seconds(1)

    let signingKey: [UInt8]?
    let waitsForDisk = true
    private let file: DataFile
    private let folder: FileFolder
    private let limits: OriginLimits
    private let standard: MessageRetention
    private let standardKeysets: [String: MessageRetention]
    private let reportFailure: @Sendable (String) -> Void
    /// Bytes are removed on this queue, one batch after the other. It waits for the writer's queue, which never waits for this one.
    private let remover = DispatchQueue(label: "pubnub.origin.files.removal", qos: .utility)
    private let state: Locked<State>

    /// Opens the files of a data file, and compares records and bytes.
    ///
    /// - Parameters:
    ///   - file: The data file.
    ///   - configuration: The limits, the retention and the receivers of reports.
    ///   - calls: The system calls that write.
    /// - Throws: `OriginError.cannotOpen` if the folder cannot be read, or does not exist although the data file has records of files, or an
    ///   error of SQLite.
    init(_ file: DataFile, _ configuration: OriginConfiguration, calls: FileCalls = .system) throws {
        self.file = file
        folder = FileFolder(dataFile: file.path, calls: calls)
        limits = configuration.limits
        standard = configuration.storage.retention
        standardKeysets = configuration.storage.keysetRetention
        reportFailure = configuration.reportFailure ?? configuration.report
        signingKey = try Self.signingKey(in: file)
        try FileComparison(file, folder, configuration.report).run()
        let usage = try file.pool.read { try FileUsage($0) }
        state = Locked(State(usage: usage, retention: standardKeysets))
        setRetention(configuration.fileRetention)
        remover.async { self.removeBytes() }
        sweep(at: configuration.clock.date / 10_000_000)
    }

    /// The key in the data file, which the first server with it made.
    private static func signingKey(in file: DataFile) throws -> [UInt8] {
        try file.pool.write { db in
            if let key = try Data.fetchOne(db, sql: "SELECT key FROM fileKey"), key.count == 32 { return Array(key) }
            let key = try SecureRandom.bytes(32)
            try db.execute(sql: "INSERT OR REPLACE INTO fileKey (id, key) VALUES (1, ?)", arguments: [Data(key)])
            return key
        }
    }

    var usage: FileUsage { state.withLock { $0.usage } }

    func setRetention(_ retention: [String: MessageRetention]) {
        let effective = standardKeysets.merging(retention) { _, own in own }
        state.withLock { $0.retention = effective }
    }

    // MARK: Calls

    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault) {
        guard Self.isStorable(channel), FileFolder.isIdentifier(record.id) else { throw .failed }
        let isInUse = try read { try FileRecord.isInUse(record.id, $0) }
        guard !isInUse else { throw .exists }
        let limits = limits
        try state.withLock { state throws(FileStorageFault) in
            guard !state.isClosed else { throw .failed }
            try state.usage.reserve(bytes: record.size, keyset: channel.keyset, limits, quota: quota)
        }
        do throws(FileStorageFault) {
            try checkCount(in: channel)
            try store(record, content, in: channel)
        } catch {
            state.withLock { $0.usage.remove(bytes: record.size, keyset: channel.keyset) }
            throw error
        }
        // A server that stores files and no messages has no other occasion.
        let isSweepDue = state.withLock { record.created >= $0.sweptAt + Self.sweepPause }
        if isSweepDue { sweep(at: record.created) }
    }

    /// Spares a full channel the write of the bytes. The transaction of the record counts again.
    private func checkCount(in channel: Topic) throws(FileStorageFault) {
        let count = try read { try FileRecord.count(in: channel, $0) }
        guard count < limits.filesPerChannel else { throw .full }
    }

    private func store(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        in channel: Topic
    ) throws(FileStorageFault) {
        do throws(FileError) {
            try folder.write(content, as: record.id)
        } catch {
            folder.remove(record.id)
            throw failed("Files cannot be stored: \(error)")
        }
        do throws(FileStorageFault) {
            try write { db in
                guard try FileRecord.count(in: channel, db) < self.limits.filesPerChannel else {
                    throw FileStorageFault.full
                }
                try record.insert(in: channel, db)
            }
        } catch {
            folder.remove(record.id)
            throw error
        }
    }

    func openUnnamed() -> Int32 { folder.openUnnamed() }

    func page(of channel: Topic, after last: String?, limit: Int) throws(FileStorageFault) -> FilePage {
        let last = last ?? ""
        guard Self.isStorable(channel), !last.utf8.contains(0) else { return FilePage(files: [], isMore: false) }
        let found = try read { try FileRecord.page(of: channel, after: last, limit: limit + 1, $0) }
        return FilePage(found, limit: limit)
    }

    func record(of key: FileKey) throws(FileStorageFault) -> FileRecord? {
        guard Self.isStorable(key.channel), FileFolder.isIdentifier(key.id) else { return nil }
        return try read { try FileRecord.fetch(key, $0) }
    }

    func file(_ key: FileKey) throws(FileStorageFault) -> OriginStoredFile? {
        guard let record = try self.record(of: key) else { return nil }
        do throws(FileError) {
            // It may have been removed since.
            guard let opened = try folder.open(record.id) else { return nil }
            return OriginStoredFile(record: record) { opened.read($0) }
        } catch {
            throw failed("Files cannot be read: \(error)")
        }
    }

    func remove(_ key: FileKey) throws(FileStorageFault) {
        guard Self.isStorable(key.channel), FileFolder.isIdentifier(key.id) else { return }
        guard let size = try write({ try FileRecord.delete(key, $0) }) else { return }
        state.withLock { $0.usage.remove(bytes: size, keyset: key.channel.keyset) }
        remover.async { self.removeBytes() }
    }

    /// Waits until the bytes are removed of all files that were removed before the call, unless a backup copies them. Blocks its thread.
    func waitUntilRemoved() {
        remover.sync {}
    }

    func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            remover.async { continuation.resume() }
        }
    }

    /// Whether SQLite can distinguish the names: it would end them at U+0000.
    private static func isStorable(_ channel: Topic) -> Bool {
        !channel.keyset.utf8.contains(0) && !channel.name.utf8.contains(0)
    }

    // MARK: Removal

    /// Removes files that are too old. Returns immediately.
    ///
    /// - Parameter date: The present time in seconds since 1970 UTC.
    func sweep(at date: UInt64) {
        let keysets = state.withLock { state -> [String] in
            state.sweptAt = max(state.sweptAt, date)
            guard standard.age != nil || state.retention.values.contains(where: { $0.age != nil }) else { return [] }
            return state.usage.keysetsWithFiles
        }
        guard !keysets.isEmpty else { return }
        remover.async {
            for keyset in keysets { self.removeOld(of: keyset, at: date) }
            self.removeBytes()
        }
    }

    private func removeOld(of keyset: String, at date: UInt64) {
        let retention = state.withLock { $0.isClosed ? nil : $0.retention[keyset] ?? standard }
        let (now, overflow) = date.multipliedReportingOverflow(by: 10_000_000)
        guard let horizon = retention?.horizon(at: overflow ? .max : now), horizon > 0 else { return }
        while !state.withLock({ $0.isClosed }) {
            let removed = try? write { db in
                try FileRecord.deleteOldest(
                    of: keyset,
                    until: horizon / 10_000_000,
                    limit: Self.recordsPerStep,
                    db
                )
            }
            guard let removed else { return }
            state.withLock { state in
                for size in removed { state.usage.remove(bytes: size, keyset: keyset) }
            }
            if removed.count < Self.recordsPerStep { return }
        }
    }

    /// Removes the bytes of files whose records are deleted, on the queue for that. While a backup copies them, they wait.
    private func removeBytes() {
        do {
            while !state.withLock({ $0.isClosed }) {
                let removed = try file.pool.read { try RemovedFile.first(Self.recordsPerStep, $0) }
                guard !removed.isEmpty else { return }
                let lock = try folder.removalLock()
                guard try lock.take(.exclusive, at: 0) else { return retryRemoval() }
                for id in removed { folder.remove(id) }
                lock.release(0)
                try write { try RemovedFile.forget(removed, $0) }
            }
        } catch let error as FileError {
            _ = failed("Files cannot be removed: \(error)")
        } catch {
            _ = failed("Files cannot be removed: \(StorageError.text(error))")
        }
    }

    private func retryRemoval() {
        let isFirst = state.withLock { state in
            defer { state.hasRetry = true }
            return !state.hasRetry
        }
        guard isFirst else { return }
        remover.asyncAfter(deadline: .now() + Self.retryPause) { [weak self] in
            guard let self else { return }
            state.withLock { $0.hasRetry = false }
            removeBytes()
        }
    }

    // MARK: Data file

    /// Reads on one of the readers of the data file, which wait for no write.
    private func read<Value>(_ body: (Database) throws -> Value) throws(FileStorageFault) -> Value {
        do {
            return try file.pool.read(body)
        } catch {
            throw failed("Files cannot be read: \(StorageError.text(error))")
        }
    }

    /// Writes in one transaction, between those of the log and of the archive.
    private func write<Value>(_ body: (Database) throws -> Value) throws(FileStorageFault) -> Value {
        do {
            return try file.writer.sync { try file.write(body) }
        } catch let fault as FileStorageFault {
            throw fault
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw .exists
        } catch {
            throw failed("Records of files cannot be written: \(StorageError.text(error))")
        }
    }

    /// Reports a failure, unless another one was reported within the last minute, or the server stops.
    private func failed(_ text: String) -> FileStorageFault {
        if state.withLock({ !$0.isClosed && $0.reportPause.isDue() }) { reportFailure(text) }
        return .failed
    }
}

/// The comparison of records and bytes at the start of a server.
private struct FileComparison {
    /// Bytes without a record and temporary files are removed from this age on, in seconds: a copy that an operator puts back may come in
    /// before its data file does.
    private static let leftoverAge = 600

    private let file: DataFile
    private let folder: FileFolder
    private let report: @Sendable (String) -> Void

    init(_ file: DataFile, _ folder: FileFolder, _ report: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.folder = folder
        self.report = report
    }

    /// Drops records without bytes, with one line for all of them, and removes old bytes without a record.
    ///
    /// - Throws: `OriginError.cannotOpen` if the folder cannot be read, or does not exist although the data file has records of files, or an
    ///   error of SQLite.
    func run() throws {
        if let fault = try file.pool.read({ try OmittedFiles.fault(of: file.path, folder, $0) }) {
            throw OriginError.cannotOpen(fault)
        }
        try compareAll()
        try OmittedFiles.unmark(file)
    }

    private func compareAll() throws {
        let hasFolder = folder.exists
        let hasRecords = try file.pool.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM file)") }
        guard hasFolder || hasRecords == true else { return }
        if hasFolder { folder.restrict() }
        // A backup that runs may still copy them.
        let lock = try? hasFolder ? folder.removalLock() : nil
        let mayRemove = (try? lock?.take(.exclusive, at: 0)) ?? false
        var dropped = 0
        for part in FileFolder.parts { dropped += try compare(part, mayRemove: mayRemove) }
        if mayRemove { removeLeftovers(try entries(in: "."), known: [], in: ".") }
        lock?.release(0)
        if dropped > 0 {
            report(
                "\(dropped) files have no bytes in \(folder.path), and were removed from the lists of their channels."
            )
        }
    }

    /// Compares a folder within the folder with its records.
    ///
    /// - Returns: The number of records that were dropped.
    private func compare(_ part: String, mayRemove: Bool) throws -> Int {
        let entries = try entries(in: part)
        let records = try file.pool.read { try FileRecord.identifiers(in: part, $0) }
        let names = Set(entries.map(\.name))
        let missing = records.filter { !names.contains($0) }
        if !missing.isEmpty { try file.write { try FileRecord.delete(identifiers: missing, $0) } }
        if mayRemove { removeLeftovers(entries, known: Set(records), in: part) }
        return missing.count
    }

    private func entries(in part: String) throws(OriginError) -> [FileFolder.FolderItem] {
        do throws(FileError) {
            return try folder.entries(in: part)
        } catch {
            throw .cannotOpen("\(error)")
        }
    }

    /// Removes old bytes without a record, and old temporary files.
    private func removeLeftovers(_ entries: [FileFolder.FolderItem], known: Set<String>, in part: String) {
        let oldest = Int(time(nil)) - Self.leftoverAge
        for entry in entries where entry.written < oldest && !known.contains(entry.name) {
            let isLeftover = FileFolder.isIdentifier(entry.name) || PrivateFile.isTemporary(entry.name)
            if isLeftover { folder.remove(entry, in: part) }
        }
    }
}
