import PubNubOrigin

extension OpenedStorage {
    /// Storage in a SQLite file. The state is that of the tables, to which what the log has beyond them is applied.
    ///
    /// - Parameters:
    ///   - path: The file, which is created if it does not exist.
    ///   - configuration: The configuration of the server.
    ///   - metrics: Counts the commits.
    ///   - maxBacklog: How many changes may wait to be written to the tables.
    /// - Returns: The storage, with everything written to the tables.
    /// - Throws: ``OriginError``, or an error of SQLite.
    static func open(
        path: String,
        _ configuration: OriginConfiguration,
        _ metrics: CommitMetrics = CommitMetrics(),
        maxBacklog: Int = DurableArchive.maxBacklog
    ) throws -> OpenedStorage {
        let file = try DataFile(path: path)
        let files: DurableFiles
        do {
            files = try DurableFiles(file, configuration)
        } catch {
            // Closing moves what SQLite's log has to the file, where the check of the settings after a failed start finds the reason.
            file.close()
            throw error
        }
        let archive = DurableArchive(
            file: file,
            region: configuration.region,
            retention: configuration.storage.retention,
            keysetRetention: configuration.storage.keysetRetention,
            maxBacklog: maxBacklog,
            report: configuration.report,
            reportFailure: configuration.reportFailure
        )
        archive.setKeysetRetention(configuration.keysetRetention)
        var restored = try archive.restore(messageBytes: configuration.limits.bufferedBytes)
        let now = configuration.clock.moment
        let reserved = restored.reserved
        let rest = try DurableLog.batches(after: restored.applied, in: file)
        let settings = AppliedSettings(configuration)
        // The former process acknowledged the rest of the log with its own settings, so it is applied with those.
        if !rest.isEmpty, let former = try file.settings(), former != settings.text,
            let former = AppliedSettings.configuration(former, from: configuration)
        {
            var state = OriginState(configuration: former, restored: restored, at: now)
            try apply(rest, to: &state, archive, at: now)
            restored = try archive.restore(messageBytes: configuration.limits.bufferedBytes)
        }
        var state = OriginState(configuration: configuration, restored: restored, at: now)
        try apply(rest.filter { $0.position > restored.applied }, to: &state, archive, at: now)
        state.clock.advance(to: reserved)
        try file.setSettings(settings.text)
        let log = DurableLog(
            file: file,
            archive: archive,
            clock: configuration.clock,
            last: rest.last?.position ?? restored.applied,
            latest: state.clock.latest,
            metrics: metrics,
            report: configuration.report,
            reportFailure: configuration.reportFailure
        )
        archive.setFileSweep { [weak files] latest in files?.sweep(at: latest / 10_000_000) }
        return OpenedStorage(log: log, archive: archive, state: state, files: files)
    }

    /// Applies batches of the log, and writes what they lead to.
    private static func apply(
        _ batches: [Committed],
        to state: inout OriginState,
        _ archive: DurableArchive,
        at now: Moment
    ) throws {
        for committed in batches {
            let moment = Moment(date: committed.moment.date, uptime: now.uptime)
            let changes = state.replay(committed.batch, at: moment)
            archive.write(changes, at: committed.position, latest: state.clock.latest)
        }
        try archive.flush()
    }
}
