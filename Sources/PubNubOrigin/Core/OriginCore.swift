import NIOConcurrencyHelpers
import PubNubSupport

/// The origin without its sockets: one lock around the machine, and everything that waits or blocks outside it.
///
/// A request that changes something goes through the log: it is proposed, committed, applied, and only then answered and delivered.
/// A log in memory commits under the lock, on the thread of the request, but all messages of a tick of an event loop together at its
/// end. For any other log the core has one batch in progress, and gathers what arrives in the meantime into the next.
package final class OriginCore: Sendable {
    /// Runs work on the thread of an event loop.
    typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Runs work on the thread of an event loop after some time.
    typealias Scheduler = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    let configuration: OriginConfiguration
    let partition: ClusterPartition
    let log: any OriginLog
    let archive: any MessageArchive
    let reads: ReadQueue
    let files: FileService
    /// Runs what files take long for.
    let fileWork: ReadQueue
    /// Every event loop takes this lock for each request. A `Locked` that is contended is handed to the thread that has waited for
    /// longest, so that each request waits for a change of threads; this lock goes to a thread that is running.
    let guarded: NIOLockedValueBox<Guarded>
    let alarms: AlarmClock
    let tokens: TokenVerifier

    /// How many entries may wait for the batch in progress.
    private static let maxQueued = 50_000
    /// The time between two removals of what is too old.
    private static let removalPause = Duration.seconds(60)

    /// An origin with its storage.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - storage: The storage.
    ///   - reads: Runs the reads that may take long; by default on the threads of their requests.
    ///   - fileWork: Runs the calls of files that may take long; `reads` by default. On a server with a disk it is a queue of its own, as the
    ///     bytes of files would keep short reads waiting.
    ///   - maxQueued: How many entries may wait for the batch in progress.
    init(
        configuration: OriginConfiguration,
        storage: OpenedStorage,
        reads: ReadQueue = ReadQueue(queue: nil),
        fileWork: ReadQueue? = nil,
        maxQueued: Int = OriginCore.maxQueued
    ) {
        self.configuration = configuration
        partition = configuration.partition
        self.reads = reads
        self.fileWork = fileWork ?? reads
        log = storage.log
        archive = storage.archive
        let machine = OriginMachine(state: storage.state)
        files = FileService(configuration, storage: storage.files, quotaRefusals: machine.local.quotaRefusals)
        let faults = FaultInjector(configuration.faults)
        let room = FairQueueQuota(capacity: maxQueued)
        guarded = NIOLockedValueBox(Guarded(machine: machine, faults: faults, room: room))
        alarms = AlarmClock(configuration.clock)
        tokens = TokenVerifier(configuration)
        log.follow { [weak self] event in self?.take(event) }
        // Clients that were present before a restart time out without any request.
        guarded.withLockedValue { arm(&$0) }
        archive.setEndReceiver { [weak self] messages in self?.end(messages) }
        guard archive.removesOld else { return }
        guarded.withLockedValue { $0.removesOld = true }
        removeOld()
    }

    /// Proposes to remove messages that have ended with the actions on them.
    private func end(_ messages: [EndedMessages]) {
        let now = configuration.clock.moment
        process { guarded, work in
            guard !guarded.isStopped else { return }
            gather(guarded.machine.end(messages, at: now), &guarded, into: &work)
        }
    }

    /// Removes what is too old, now and then every minute: a server without traffic keeps nothing for longer than it may.
    private func removeOld() {
        archive.removeOld(at: configuration.clock.date)
        removeOldLater()
    }

    func removeOldLater() {
        _ = at(uptime + Self.removalPause) { [weak self] in
            guard let self, !guarded.withLockedValue({ $0.isStopped }) else { return }
            removeOld()
        }
    }

    /// An origin in memory.
    convenience init(
        configuration: OriginConfiguration,
        reads: ReadQueue = ReadQueue(queue: nil),
        fileWork: ReadQueue? = nil
    ) {
        self.init(configuration: configuration, storage: .memory(configuration), reads: reads, fileWork: fileWork)
    }

    package var faults: FaultPlan {
        get { guarded.withLockedValue { $0.faults.remaining } }
        set { guarded.withLockedValue { $0.faults = FaultInjector(newValue) } }
    }

    /// The faults that are injected, with how many requests each rule has matched and injected its fault into.
    package var faultInjector: FaultInjector { guarded.withLockedValue { $0.faults } }

    /// Both readings of the server's clock now.
    package var moment: Moment { configuration.clock.moment }

    /// The bytes of the stored messages of a keyset.
    package func storedBytes(keyset: String) -> Int { archive.storedBytes(keyset: keyset) }

    /// The bytes of the stored files of a keyset.
    package func fileBytes(keyset: String) -> Int { files.usage.bytes(keyset: keyset) }

    /// Opens a file without a name for the form of an upload; nil if forms are in memory.
    var openSpool: (@Sendable () -> Int32)? { files.openSpool }

    /// Counts uploads and downloads of files.
    var fileMetrics: FileMetrics { files.metrics }

    /// The time since some fixed moment, by the clock that deadlines are counted in.
    package var uptime: Duration { configuration.clock.uptime }

    /// Subscribe calls that wait now.
    var heldCount: Int { guarded.withLockedValue { $0.machine.local.held.count } }

    /// Requests that have arrived, with any outcome.
    var requestCount: Int { guarded.withLockedValue { Int($0.lastID) } }

    /// The counters and the contents of the server, without its connections.
    var statistics: OriginStatistics {
        var statistics = guarded.withLockedValue { guarded in
            var statistics = OriginStatistics()
            let buffers = guarded.machine.state.buffers
            statistics.heldPolls = guarded.machine.local.held.count
            statistics.bufferedChannels = buffers.count
            statistics.bufferedMessages = buffers.messageCount
            statistics.bufferedBytes = buffers.usedBytes
            statistics.evictions = buffers.evictions
            statistics.deliveries = guarded.deliveries
            statistics.entries = guarded.entries
            let refusals = guarded.machine.local.quotaRefusals
            statistics.quotaRefusals = Dictionary(
                uniqueKeysWithValues: OriginQuota.allCases.map { ($0, refusals[$0]) }
            )
            return statistics
        }
        let log = log.health
        let archive = archive.health
        statistics.commits = log.commits
        statistics.cluster = log.cluster
        statistics.failedCommits = log.failures
        statistics.storageErrors = log.failures + archive.failures
        statistics.viewLag = archive.backlog
        let usage = files.usage
        statistics.servesFiles = files.isOpen
        statistics.files = usage.files
        statistics.fileBytes = usage.bytes
        statistics.fileDownloads = files.metrics.downloadCount
        statistics.fileUploads = Dictionary(
            uniqueKeysWithValues: FileUploadResult.allCases.map { ($0, files.metrics[$0]) }
        )
        return statistics
    }

    /// How the log is.
    var logHealth: LogHealth { log.health }

    /// Why the storage makes the server unready; empty if it does not.
    var storageReasons: [UnreadyReason] { logHealth.reasons }

    /// Finds out, without waiting, whether storing works again.
    func checkStorage() {
        log.checkStorage()
    }

    /// Reads or changes the state directly.
    package func withState<Value: Sendable>(_ body: (inout OriginState) -> Value) -> Value {
        guarded.withLockedValue { body(&$0.machine.state) }
    }

    /// Serves other keysets from the next request on, and stores their messages for as long as they say.
    func replaceKeysets(_ configuration: OriginConfiguration) {
        let table = KeysetTable(configuration)
        withState { $0.keysets = table }
        tokens.replaceKeysets(table)
        archive.setKeysetRetention(configuration.keysetRetention)
        files.replaceKeysets(table, configuration)
        // Those of a cluster are the first record of its stream.
        if configuration.clusterIdentity == nil { archive.setSettings(AppliedSettings(configuration)) }
    }

    /// Reads what concerns the connections of this server.
    package func withLocal<Value: Sendable>(_ body: (LocalRequests) -> Value) -> Value {
        guarded.withLockedValue { body($0.machine.local) }
    }

    /// When the alarms are due, earliest first.
    var alarmDeadlines: [Duration] { alarms.deadlines }

    /// Does something at a time of the origin's clock, unless the alarm is cancelled before.
    func at(_ deadline: Duration, _ body: @escaping @Sendable () -> Void) -> Alarm {
        alarms.set(at: deadline, body)
    }

    /// Whether a new connection is to be refused.
    func refusesConnection() -> Bool {
        guarded.withLockedValue { $0.faults.connectionArrived() }
    }
}
