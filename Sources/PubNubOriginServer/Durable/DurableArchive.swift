import PubNubOrigin
import Dispatch
import GRDB
import PubNubSupport

/// The archive in a SQLite file.
///
/// The log has stored an entry before its changes arrive here, so no client waits for them to be written. The archive writes them in
/// transactions of many batches, together with the position up to which they are written. If a crash loses some, the next process applies
/// them again from the log.
final class DurableArchive: MessageArchive {
    /// The changes of one batch.
    struct Part: Sendable {
        let changes: [ArchiveChange]
        let position: LogPosition
        let latest: UInt64
        /// The last batches of a cluster up to this position that no part before it has.
        let batches: [AppliedBatch]
        /// The size of the records of a cluster up to this position that no part before it has.
        let bytes: Int
    }

    /// When the next step comes.
    enum NextStep {
        /// None is needed, or one comes already.
        case none
        case urgent
        case delayed
    }

    struct Waiting: Sendable {
        let position: LogPosition
        let body: @Sendable ((any ArchiveReader)?) -> Void
    }

    struct Guarded {
        var parts: [Part] = []
        /// The changes that wait, by keyset.
        var room: FairQueueQuota
        /// The last batches of a cluster that no part has, by the starts of their servers.
        var batches: [UInt64: AppliedBatch] = [:]
        /// The size of their records.
        var newBytes = 0
        /// The size of the records whose changes wait.
        var bytes = 0
        let maxBytes: Int
        /// Threads that wait for room.
        var roomWaiters: [DispatchSemaphore] = []
        var waiting: [Waiting] = []
        var taken = LogPosition.start
        var written = LogPosition.start
        var latest: UInt64 = 0
        var isScheduled = false
        var failures: UInt64 = 0
        /// The pause before the next attempt; nil while writes succeed.
        var pause: DispatchTimeInterval?
        /// The changes that wait, in the form for reads; nil while none was needed since writes began to fail.
        var pending: PendingChanges?
        /// When the last search for what is too old began, as a timetoken.
        var removedAt: UInt64 = 0
        /// The sizes of keysets.
        var usage = StorageUsage()
        /// Whether the sizes may be counted: once a minute, should it fail.
        var mayCount = true
        /// How far sweeps have come.
        var progress = RetentionProgress()
        /// Whether a sweep is in progress, of what has expired or of what is older than the retention or does not fit.
        var isSweeping = false
        /// The latest timetoken at the time of a sweep of what has expired that has not started; nil without one.
        var expiryDue: UInt64?
        /// The latest timetoken at the time of a sweep that has not started; nil without one.
        var sweepDue: UInt64?
        /// Called about once a minute with the latest timetoken, so that files that are too old are removed as well.
        var sweepFiles: (@Sendable (UInt64) -> Void)?
        /// Learns which messages with actions end.
        var receiveEnd: (@Sendable ([EndedMessages]) -> Void)?
        /// Called when writes succeed again, and reports it; nil for the archive's own report.
        var recovery: (@Sendable () -> Void)?
        /// Whether damaged pages were found. It stays so, because most calls do not come across them.
        var isDamaged = false
        /// The pause between two reports of reads that fail.
        var readReportPause = ReportPause()
        var isClosed = false

        var hasWork: Bool { !parts.isEmpty }
        var backlog: Int { room.waiting }
        /// Whether nothing more may be taken in.
        var isFull: Bool { room.isFull || bytes >= maxBytes }

        /// Lets a step come after the delay, unless one comes already. Returns whether the caller has to schedule it.
        mutating func needsScheduledStep() -> Bool {
            defer { isScheduled = true }
            return !isScheduled
        }

        /// The changes that are not written yet, for a read that does not wait for them; nil if all are written.
        mutating func pendingChanges() -> PendingChanges? {
            guard hasWork else { return nil }
            if let pending { return pending }
            var found = PendingChanges()
            for part in parts { found.add(part.changes, at: part.position) }
            pending = found
            return found
        }
    }

    /// How long changes wait for others, unless a reader waits for them. The log has them already, so only the tables are late; a
    /// transaction for each change would occupy the disk with their index.
    static let delay = DispatchTimeInterval.milliseconds(50)
    /// The changes in one transaction. The more there are, the more of them share a page of the index; a commit of the log may
    /// have to wait for a transaction, which takes about ten milliseconds.
    static let changesPerStep = 1000
    /// With so many changes waiting the server takes in no more, and of one keyset from half of that on. It bounds their memory, and what
    /// a restart has to apply before the server is ready.
    static let maxBacklog = 200_000
    /// With so many bytes of records waiting a server of a cluster reads no more of them: a record has up to `max_payload` of NATS, so
    /// their number alone would not bound the memory.
    static let maxBytes = 64 * 1024 * 1024
    /// How long messages that are not for history stay for subscribers to catch up: 20 minutes.
    static let transientTTL: UInt64 = 20 * 60 * 10_000_000
    /// The shortest time between two searches for messages that are too old: a minute. A read never returns what is older, however late
    /// it is deleted.
    static let removalPause: UInt64 = 60 * 10_000_000
    /// The most messages of a kind that a restart reads into memory for subscribers that catch up; older ones are read from the file.
    static let restoredMessages = 50_000
    /// The line that says that writes succeed again.
    static let recovery = "The data file can be written again."
    /// How often a read is tried that other connections keep from beginning, in 200 ms altogether: longer than a commit takes, and short
    /// enough for a client that waits.
    static let readAttempts = 5

    let storesAll = true
    let file: DataFile
    let region: Int
    let report: @Sendable (String) -> Void
    let reportFailure: @Sendable (String) -> Void
    let retention: MessageRetention
    let standardKeysetRetention: [String: MessageRetention]
    /// The standard retention of keysets, and in its place that of the keysets themselves.
    let keysetRetention: Locked<[String: MessageRetention]>
    let guarded: Locked<Guarded>

    /// - Parameters:
    ///   - file: The file, which the log shares.
    ///   - region: The region that messages are from.
    ///   - retention: How long messages stay.
    ///   - keysetRetention: How long the messages of single keysets stay, unless the keyset itself says so.
    ///   - maxBacklog: With so many changes waiting the server takes in no more.
    ///   - maxBytes: With so many bytes of records waiting a server of a cluster reads no more of them.
    ///   - report: Receives a line when writing succeeds again.
    ///   - reportFailure: Receives a line about each failure to write or read; lines have no content of messages. Pass `nil` to have it in `report`.
    init(
        file: DataFile,
        region: Int = 1,
        retention: MessageRetention = MessageRetention(),
        keysetRetention: [String: MessageRetention] = [:],
        maxBacklog: Int = DurableArchive.maxBacklog,
        maxBytes: Int = DurableArchive.maxBytes,
        report: @escaping @Sendable (String) -> Void = { _ in },
        reportFailure: (@Sendable (String) -> Void)? = nil
    ) {
        self.file = file
        self.region = region
        self.retention = retention
        standardKeysetRetention = keysetRetention
        self.keysetRetention = Locked(keysetRetention)
        self.report = report
        self.reportFailure = reportFailure ?? report
        guarded = Locked(Guarded(room: FairQueueQuota(capacity: maxBacklog), maxBytes: maxBytes))
    }

    func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64) {
        let next = guarded.withLock { guarded -> NextStep in
            guarded.taken = position
            guarded.latest = latest
            let batches = Array(guarded.batches.values)
            guarded.batches.removeAll(keepingCapacity: true)
            let bytes = guarded.newBytes
            guarded.newBytes = 0
            guarded.bytes += bytes
            guarded.parts.append(
                Part(changes: changes, position: position, latest: latest, batches: batches, bytes: bytes)
            )
            guarded.usage.add(changes, at: position)
            guarded.pending?.add(changes, at: position)
            for change in changes { guarded.room.add(1, to: change.keyset) }
            guard guarded.pause == nil else { return .none }
            if guarded.backlog >= Self.changesPerStep, guarded.backlog - changes.count < Self.changesPerStep {
                return .urgent
            }
            return guarded.needsScheduledStep() ? .delayed : .none
        }
        start(next)
    }

    func note(_ batch: AppliedBatch, bytes: Int) {
        guarded.withLock { guarded in
            guarded.batches[batch.boot] = batch
            guarded.newBytes += bytes
        }
    }

    func waitForCapacity(limit: DispatchTimeInterval) -> Bool {
        let waiter = guarded.withLock { guarded -> DispatchSemaphore? in
            guard guarded.isFull, !guarded.isClosed else { return nil }
            let waiter = DispatchSemaphore(value: 0)
            guarded.roomWaiters.append(waiter)
            return waiter
        }
        guard let waiter, waiter.wait(timeout: .now() + limit) == .timedOut else { return true }
        guarded.withLock { guarded in guarded.roomWaiters.removeAll { $0 === waiter } }
        return false
    }

    func setRecovery(_ recovery: @escaping @Sendable () -> Void) {
        guarded.withLock { $0.recovery = recovery }
    }

    func setSettings(_ settings: AppliedSettings) { replaceSettings(with: settings.text) }

    func replaceSettings(with settings: String) {
        file.writer.async {
            guard !self.guarded.withLock({ $0.isClosed }) else { return }
            do {
                try self.file.setSettings(settings)
            } catch {
                self.reportFailure("Settings cannot be stored: \(StorageError.text(error))")
            }
        }
    }

    func storedBytes(keyset: String) -> Int {
        let (bytes, isCounted) = guarded.withLock { ($0.usage.bytes(keyset: keyset), $0.usage.isCounted) }
        if !isCounted { startCount() }
        return bytes
    }

    /// Whether messages that have expired, are too old or do not fit are being deleted, or will be.
    var isSweeping: Bool { guarded.withLock { $0.isSweeping || $0.expiryDue != nil || $0.sweepDue != nil } }

    var written: LogPosition? { guarded.withLock { $0.written } }

    func hasCapacity(for keyset: String) -> Bool { guarded.withLock { $0.room.hasCapacity(for: keyset) } }

    var health: ArchiveHealth {
        guarded.withLock { guarded in
            ArchiveHealth(
                backlog: guarded.backlog,
                failures: guarded.failures,
                isFailing: guarded.pause != nil,
                isFull: guarded.isFull,
                isDamaged: guarded.isDamaged
            )
        }
    }

    func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            file.writer.async {
                while self.guarded.withLock({ $0.hasWork }), self.writeNext() {}
                self.guarded.withLock { $0.isClosed = true }
                self.release(isFailed: true)
                self.file.close()
                continuation.resume()
            }
        }
    }

    /// Writes everything that was taken in before it returns. For a restart, before the server takes requests.
    ///
    /// - Throws: The error of SQLite that kept it from being written.
    func flush() throws {
        try file.writer.sync {
            while guarded.withLock({ $0.hasWork }) {
                try write(takeParts())
            }
        }
    }
}
