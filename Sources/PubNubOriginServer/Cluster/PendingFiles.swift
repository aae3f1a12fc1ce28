import PubNubSupport
import PubNubOrigin

/// The files of a cluster at a server that could not open their stream at its start. It tries again until it succeeds, and has no files before.
///
/// A server may start before the stream has a leader, or before its user has the right to use it.
final class PendingFiles: FileStorage {
    /// Opens the files; nil if the cluster has none.
    typealias Open = @Sendable () async throws(StreamFailure) -> ClusterFiles?

    private struct State {
        var files: ClusterFiles?
        /// Whether the last attempt was refused, and not only without a response.
        var isRefused: Bool
        var retention: [String: MessageRetention]?
        var isClosed = false
    }

    /// The pause before the first attempt; each further one is twice as long.
    static let firstPause = Duration.seconds(1)
    /// The longest pause between two attempts.
    static let maxPause = Duration.seconds(60)

    let waitsForDisk = true
    private let folder: String
    private let state: Locked<State>
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Begins with a pause.
    ///
    /// - Parameters:
    ///   - failure: Why the files could not be opened.
    ///   - clock: The clock that pauses are counted in.
    ///   - folder: The folder in which the forms of uploads are stored while they arrive.
    ///   - report: Receives a line when the files are open.
    ///   - open: Opens the files.
    init(
        after failure: StreamFailure,
        _ clock: any OriginClock,
        uploadsIn folder: String,
        report: @escaping @Sendable (String) -> Void,
        _ open: @escaping Open
    ) {
        self.folder = folder
        state = Locked(State(isRefused: failure.isRefused))
        task.withLock { task in
            task = Task { [weak self] in
                var pause = Self.firstPause
                while (try? await clock.sleep(until: clock.uptime + pause)) != nil {
                    do throws(StreamFailure) {
                        guard let files = try await open() else { return }
                        guard let self, take(files) else { return await files.close() }
                        return report("This server serves files now.")
                    } catch {
                        // The first failure was reported. The metric shows that it lasts.
                        self?.note(error)
                        pause = min(pause * 2, Self.maxPause)
                    }
                }
            }
        }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    private func note(_ failure: StreamFailure) {
        state.withLock { $0.isRefused = failure.isRefused }
    }

    /// Uses files from now on. Returns false if the server has stopped in the meantime.
    private func take(_ files: ClusterFiles) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            // Under the lock, so that a newer retention is set later. The call takes a lock of its own and waits for nothing else.
            if let retention = state.retention { files.setRetention(retention) }
            state.files = files
            return true
        }
    }

    private var files: ClusterFiles? { state.withLock { $0.files } }

    private func opened() throws(FileStorageFault) -> ClusterFiles {
        guard let files else { throw .failed }
        return files
    }

    var readiness: FileReadiness {
        state.withLock { $0.files != nil ? .open : $0.isRefused ? .refused : .opening }
    }

    var signingKey: [UInt8]? { files?.signingKey }

    var usage: FileUsage { files?.usage ?? FileUsage() }

    func setRetention(_ retention: [String: MessageRetention]) {
        state.withLock { state in
            state.retention = retention
            state.files?.setRetention(retention)
        }
    }

    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault) {
        try opened().add(record, content, to: channel, quota: quota)
    }

    func page(of channel: Topic, after last: String?, limit: Int) throws(FileStorageFault) -> FilePage {
        try opened().page(of: channel, after: last, limit: limit)
    }

    func file(_ key: FileKey) throws(FileStorageFault) -> OriginStoredFile? { try opened().file(key) }

    func remove(_ key: FileKey) throws(FileStorageFault) { try opened().remove(key) }

    func openUnnamed() -> Int32 { FileFolder.openUnnamed(in: folder) }

    func close() async {
        let task = task.withLock { $0.take() }
        task?.cancel()
        let files = state.withLock { state in
            state.isClosed = true
            return state.files
        }
        await files?.close()
    }
}
