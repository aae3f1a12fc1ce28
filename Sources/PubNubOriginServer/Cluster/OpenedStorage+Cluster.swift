import PubNubOrigin
import Dispatch
import Foundation
import PubNubSupport

/// The storage of a server in a cluster: the stream of the cluster is the log. A data file, if there is one, has what the server has applied
/// of it, so that a restart need not begin at the first record.
extension OpenedStorage {
    /// Joins a cluster.
    ///
    /// - Parameters:
    ///   - source: Opens the stream.
    ///   - configuration: The configuration of the server.
    ///   - metrics: Counts the commits.
    ///   - waiting: Called at most once, with the reason, if the stream cannot be reached immediately.
    /// - Returns: The storage, what the servers of the cluster have in common, and their stream. The state lacks what the log has beyond it.
    /// - Throws: ``OriginError``, or an error of SQLite.
    static func join(
        _ source: any OriginStreamSource,
        _ configuration: OriginConfiguration,
        _ metrics: CommitMetrics = CommitMetrics(),
        waiting: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> (storage: OpenedStorage, settings: ClusterSettings, stream: any OriginStream) {
        let id = UInt64.random(in: 1...UInt64.max)
        let partition = source.servedPartition
        let cluster = source.cluster
        let stored = try storedSettings(source, configuration)
        let own =
            source.restores
            ? try ClusterSettings(restoring: stored, cluster: cluster, id: id, partition: partition, configuration)
            : ClusterSettings(cluster: cluster, id: id, partition: partition, configuration)
        let opening = try restoresFiles(source, configuration) ? source.requiringFiles : source
        let stream = try await opening.open(
            // A new log would not have the changes that the data file has.
            first: source.restores || stored == nil ? own.record : nil,
            checkOther: { record throws(OriginError) in
                try ClusterSettings.check(other: record, cluster: cluster, partition: partition)
            },
            waiting: waiting,
            report: configuration.report
        )
        do {
            let settings = try ClusterSettings(record: stream.first)
            try settings.check(cluster: cluster, partition: partition, configuration)
            // Both would begin with the content of their data files, and differ.
            if source.restores, stream.first != own.record {
                throw OriginError.cannotJoin(
                    "Another server restored the cluster. Start this one without --restore, and a new data file."
                )
            }
            try check(maxRecordBytes: stream.maxRecordBytes, configuration.limits)
            var configuration = configuration
            configuration.region = settings.epoch
            if source.restores { try beginLog(settings, configuration) }
            let files = try await openFiles(stream, configuration, restores: source.restores)
            let joining = ClusterJoining(stream: stream, settings: settings, configuration: configuration, files: files)
            do {
                return (try await joining.storage(metrics), settings, stream)
            } catch {
                await files?.close()
                throw error
            }
        } catch {
            await stream.close()
            throw error
        }
    }

    /// The settings in the data file of a server; nil without a file, and if it is new.
    ///
    /// - Throws: ``OriginError`` if it is not that of a server of the cluster, or an error of SQLite.
    private static func storedSettings(
        _ source: any OriginStreamSource,
        _ configuration: OriginConfiguration
    ) throws -> String? {
        guard let path = configuration.storage.path else { return nil }
        guard FileManager.default.fileExists(atPath: path) else {
            guard source.restores else { return nil }
            throw OriginError.cannotOpen("\(path): \(String(cString: strerror(ENOENT)))")
        }
        let file = try DataFile(path: path)
        defer { file.close() }
        let settings = try file.settings()
        if let settings, !source.restores,
            !ClusterSettings.areThose(settings, of: source.cluster, partition: source.servedPartition)
        {
            throw OriginError.otherData(path)
        }
        return settings
    }

    /// Whether the server has to store files of a backup in the stream of files.
    private static func restoresFiles(
        _ source: any OriginStreamSource,
        _ configuration: OriginConfiguration
    ) throws -> Bool {
        guard source.restores, let path = configuration.storage.path else { return false }
        return try ClusterFileRestore.count(in: path) > 0
    }

    /// Checks that the largest request of a client fits in a record.
    private static func check(maxRecordBytes: Int, _ limits: OriginLimits) throws(OriginError) {
        let most = limits.maximumURLBytes + limits.maximumBodyBytes + StreamCodec.overhead
        guard maxRecordBytes >= most else {
            throw .cannotJoin(
                "The stream takes records of at most \(maxRecordBytes) bytes, and a change may need \(most). "
                    + "Increase max_payload of the NATS servers, or reduce limits.maximumURLBytes or limits.maximumBodyBytes."
            )
        }
    }

    /// Opens the files of the cluster, and stores those of a backup. If the files cannot be opened, and none has to be stored, reports it, and
    /// tries again later.
    ///
    /// - Returns: The files as calls use them; nil for a cluster without files.
    /// - Throws: ``OriginError/cannotJoin(_:)`` if files of a backup cannot be stored, or an error of SQLite.
    private static func openFiles(
        _ stream: any OriginStream,
        _ configuration: OriginConfiguration,
        restores: Bool
    ) async throws -> (any FileStorage)? {
        var opened: ClusterFiles?
        var failure: StreamFailure?
        do throws(StreamFailure) {
            opened = try await ClusterFiles.open(stream, configuration)
        } catch {
            failure = error
        }
        if restores {
            do {
                try await restore(opened, after: failure, configuration)
            } catch {
                await opened?.close()
                throw error
            }
        }
        guard let failure else { return opened }
        configuration.report(
            "This server serves no files: \(failure.text). It tries again after pauses of 1 to 60 s."
        )
        return ClusterFiles.openLater(after: failure, stream, configuration)
    }

    /// Stores the files of a backup in the stream of files, which may have others.
    private static func restore(
        _ files: ClusterFiles?,
        after failure: StreamFailure?,
        _ configuration: OriginConfiguration
    ) async throws {
        guard let path = configuration.storage.path else { return }
        let result = await withHandover(of: Result<Void, any Error>.self, throwing: Never.self) { handover in
            // The calls of the stream wait.
            DispatchQueue(label: "pubnub.origin.files.restore").async {
                let restore = ClusterFileRestore(files, path, after: failure, report: configuration.report)
                handover.resume(returning: Result { try restore.run() })
            }
        }
        try result.get()
    }

    /// Makes the data file the beginning of the new stream.
    private static func beginLog(_ settings: ClusterSettings, _ configuration: OriginConfiguration) throws {
        guard let path = configuration.storage.path else { return }
        let file = try DataFile(path: path)
        defer { file.close() }
        try file.beginLog(settings.text)
    }
}

extension OriginError {
    /// The refusal of a data file that has no beginning of the stream.
    fileprivate static func otherData(_ path: String) -> OriginError {
        .cannotJoin(
            "\(path) is the data file of a server by itself, of another cluster or partition, or of this one before it was "
                + "restored or lost records. Name a file that does not exist, or restore the cluster with this one."
        )
    }
}

/// The start of a server in a cluster.
private struct ClusterJoining: Sendable {
    /// The archive and the state that a server begins with.
    private struct Content {
        let archive: any MessageArchive
        let state: OriginState
        let applied: LogPosition
        /// The last batches that the state has.
        var batches: [AppliedBatch] = []
        /// Sends copies of the data file to other servers; nil without a data file.
        var snapshots: SnapshotSource?
    }

    /// Reading so many records takes no longer than a snapshot.
    private static let fewRecords: UInt64 = 1000
    /// How long a server that cannot start without a snapshot waits for another server.
    private static let serverTimeout = Duration.seconds(30)

    let stream: any OriginStream
    let settings: ClusterSettings
    let configuration: OriginConfiguration
    let files: (any FileStorage)?

    func storage(_ metrics: CommitMetrics) async throws -> OpenedStorage {
        let content = try await content()
        let log = StreamLog(
            stream: stream,
            archive: content.archive,
            clock: configuration.clock,
            applied: content.applied,
            batches: content.batches,
            boot: UInt64.random(in: 1...UInt64.max),
            snapshots: content.snapshots,
            metrics: metrics,
            report: configuration.report,
            reportFailure: configuration.reportFailure
        )
        return OpenedStorage(log: log, archive: content.archive, state: content.state, files: files)
    }

    private func content() async throws -> Content {
        if let path = configuration.storage.path { return try await stored(try await dataFile(path), path) }
        guard lacksRecords(after: .start) || settings.isRestored else {
            let state = OriginState(configuration: configuration, isReplicated: true)
            let memory = MemoryArchive(limits: configuration.limits, endsDropped: false)
            return Content(archive: memory, state: state, applied: .start)
        }
        return try await inMemory()
    }

    /// Whether records that come after a position were removed from the stream.
    private func lacksRecords(after position: LogPosition) -> Bool { position.rawValue + 1 < stream.start }

    private func stored(_ file: DataFile, _ path: String) async throws -> Content {
        let archive = archive(file)
        let restored = try archive.restore(messageBytes: configuration.limits.bufferedBytes)
        let state = OriginState(
            configuration: configuration,
            restored: restored,
            at: Moment(logDate: restored.latest),
            isReplicated: true
        )
        var content = Content(archive: archive, state: state, applied: restored.applied, batches: restored.batches)
        content.snapshots = stream.snapshots.map { transport in
            SnapshotSource(
                path: path,
                transport: transport,
                clock: configuration.clock,
                report: configuration.report,
                waitUntilWritten: { archive.waitUntilWritten() }
            )
        }
        return content
    }

    private func archive(_ file: DataFile) -> DurableArchive {
        let archive = DurableArchive(
            file: file,
            region: configuration.region,
            retention: configuration.storage.retention,
            keysetRetention: configuration.storage.keysetRetention,
            report: configuration.report,
            reportFailure: configuration.reportFailure
        )
        archive.setKeysetRetention(configuration.keysetRetention)
        return archive
    }

    /// The content of a snapshot in memory. Its file is removed again.
    private func inMemory() async throws -> Content {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-snapshot-\(UUID().uuidString)")
        try PrivateFile.createFolder(folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "data.sqlite").path
        guard try await fetch(to: path, through: stream.start - 1, isNeeded: true) else { throw noSnapshot }
        let stored = archive(try DataFile(path: path))
        let restored: RestoredState
        let memory = MemoryArchive(limits: configuration.limits, endsDropped: false)
        do {
            restored = try stored.restore(messageBytes: configuration.limits.bufferedBytes)
            try stored.forEachMessage { message in
                memory.write([.message(message)], at: restored.applied, latest: restored.latest)
            }
        } catch {
            await stored.close()
            throw error
        }
        await stored.close()
        let state = OriginState(
            configuration: configuration,
            restored: restored,
            at: Moment(logDate: restored.latest),
            isReplicated: true,
            recordsAll: false
        )
        return Content(archive: memory, state: state, applied: restored.applied, batches: restored.batches)
    }

    /// Opens the data file. Replaces it with a snapshot of another server first, if the stream no longer has the records after it, or if it is new and
    /// the stream is long.
    private func dataFile(_ path: String) async throws -> DataFile {
        let file = try DataFile(path: path)
        let isReplaced: Bool
        do {
            isReplaced = try await receive(file, path)
        } catch {
            file.close()
            throw error
        }
        guard isReplaced else { return file }
        try replace(file, at: path)
        return try DataFile(path: path)
    }

    /// Checks the data file, and gets a snapshot next to it if it needs one. Returns whether there is a snapshot.
    private func receive(_ file: DataFile, _ path: String) async throws -> Bool {
        let applied = try file.applied()
        try check(file, path, applied)
        let copy = Self.receivedPath(of: path)
        DataFileCopy.remove(copy)
        // A new file has nothing of what the stream of a restored cluster begins with.
        let isNew = try file.settings() == nil
        let isNeeded = lacksRecords(after: applied) || isNew && settings.isRestored
        let isBetter = applied == .start && stream.last > Self.fewRecords
        if isNeeded || isBetter {
            let position = isNeeded || settings.isRestored ? stream.start - 1 : 1
            if try await fetch(to: copy, through: position, isNeeded: isNeeded) { return true }
        }
        try file.setSettings(settings.text)
        return false
    }

    /// Puts a snapshot in the place of a data file.
    private func replace(_ file: DataFile, at path: String) throws {
        file.close()
        // A symbolic link stays as it is.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // SQLite would apply what the former file left in them to the new one.
        for suffix in ["-wal", "-shm", "-journal"] { unlink(target + suffix) }
        guard rename(Self.receivedPath(of: path), target) == 0 else {
            throw OriginError.cannotOpen("\(target): \(String(cString: strerror(errno)))")
        }
        DataFileCopy.synchronize(PrivateFile.folder(of: target), isFolder: true)
    }

    /// Where a snapshot is until it takes the place of the data file.
    private static func receivedPath(of path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path + ".incoming"
    }

    /// Gets a snapshot of another server. Returns whether there is one; false if the server can start without it.
    private func fetch(to path: String, through position: UInt64, isNeeded: Bool) async throws -> Bool {
        guard let transport = stream.snapshots else {
            if isNeeded { throw noSnapshot }
            return false
        }
        let fetch = SnapshotFetch(transport: transport, clock: configuration.clock, report: configuration.report)
        let demand = SnapshotFetch.Demand(
            settings: settings.text,
            position: LogPosition(rawValue: position),
            serverTimeout: isNeeded ? Self.serverTimeout : .zero
        )
        do throws(SnapshotFetch.Failure) {
            let position = try await fetch.fetch(to: path, demand)
            configuration.report(
                "A snapshot of another server was received, which ends at record \(position.rawValue)."
            )
            return true
        } catch {
            switch error {
            case .noServer where !isNeeded: return false
            case .noServer: throw noSnapshot
            case .failed(let reason) where !isNeeded:
                configuration.report("No snapshot could be received; all records are read instead: \(reason)")
                return false
            case .failed(let reason):
                throw OriginError.cannotJoin("No snapshot of another server could be received: \(reason).")
            }
        }
    }

    private var noSnapshot: OriginError {
        .cannotJoin(
            "The stream \(beginning), so this server needs a snapshot of another server, and no server with a "
                + "data file responds. Start one that has its data file, or name a backup of a data file of this cluster with --data."
        )
    }

    private var beginning: String {
        stream.start > 1 ? "begins at record \(stream.start)" : "begins with what a backup had"
    }

    /// Checks that a data file is new or has the beginning of the stream.
    private func check(_ file: DataFile, _ path: String, _ applied: LogPosition) throws {
        let stored = try file.settings()
        guard stored == nil && applied == .start || stored == settings.text else {
            throw OriginError.otherData(path)
        }
        guard applied.rawValue <= stream.last else {
            throw OriginError.cannotJoin(
                "\(path) has \(applied.rawValue) records of the cluster, whose stream has only \(stream.last). "
                    + "The stream has lost records: restore it, or begin with new data files on all servers."
            )
        }
    }
}
