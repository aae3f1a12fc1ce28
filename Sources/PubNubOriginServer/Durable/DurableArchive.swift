import PubNubOrigin
import Dispatch
import GRDB
import PubNubLocks

/// The archive in a SQLite file.
///
/// The log has stored an entry before its changes arrive here, so no client waits for them to be written. The archive writes them in
/// transactions of many batches, together with the position up to which they are written. If a crash loses some, the next process applies
/// them again from the log.
final class DurableArchive: MessageArchive {
    /// The changes of one batch.
    private struct Part: Sendable {
        let changes: [ArchiveChange]
        let position: LogPosition
        let latest: UInt64
        /// The last batches of a cluster up to this position that no part before it has.
        let batches: [AppliedBatch]
        /// The size of the records of a cluster up to this position that no part before it has.
        let bytes: Int
    }

    /// When the next step comes.
    private enum NextStep {
        /// None is needed, or one comes already.
        case none
        case urgent
        case delayed
    }

    private struct Waiting: Sendable {
        let position: LogPosition
        let body: @Sendable ((any ArchiveReader)?) -> Void
    }

    private struct Guarded {
        var parts: [Part] = []
        /// The changes that wait, by keyset.
        var room: SharedRoom
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
        var prunedAt: UInt64 = 0
        /// The sizes of keysets.
        var usage = StorageUsage()
        /// Whether the sizes may be counted: once a minute, should it fail.
        var mayCount = true
        /// How far sweeps have come.
        var progress = RetentionProgress()
        var isSweeping = false
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
        /// When a read that failed was last reported.
        var readReport: ContinuousClock.Instant?
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

    /// How long changes wait for others, unless a reader waits for them.
    private static let delay = DispatchTimeInterval.milliseconds(50)
    /// The changes in one transaction. The more there are, the more of them share a page of the index; a commit of the log may
    /// have to wait for a transaction, which takes about ten milliseconds.
    private static let changesPerStep = 1000
    /// With so many changes waiting the server takes in no more, and of one keyset from half of that on.
    static let maxBacklog = 200_000
    /// With so many bytes of records waiting a server of a cluster reads no more of them.
    static let maxBytes = 64 * 1024 * 1024
    /// How long messages that are not for history stay for subscribers to catch up: 20 minutes.
    static let transientLife: UInt64 = 20 * 60 * 10_000_000
    private static let pruneEvery: UInt64 = 60 * 10_000_000
    static let restoredMessages = 50_000
    /// The line that says that writes succeed again.
    static let recovery = "The data file can be written again."
    /// How often a read is tried that other connections keep from beginning.
    private static let readAttempts = 5
    /// The time between two reports of reads that fail.
    private static let readReportPause = Duration.seconds(60)

    let storesAll = true
    private let file: DataFile
    private let region: Int
    private let report: @Sendable (String) -> Void
    private let reportFailure: @Sendable (String) -> Void
    private let retention: MessageRetention
    private let standardKeysetRetention: [String: MessageRetention]
    /// The standard retention of keysets, and in its place that of the keysets themselves.
    private let keysetRetention: Locked<[String: MessageRetention]>
    private let guarded: Locked<Guarded>

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
        guarded = Locked(Guarded(room: SharedRoom(capacity: maxBacklog), maxBytes: maxBytes))
    }

    /// Reads the state that the last process stored.
    ///
    /// - Parameter messageBytes: The largest total size of the messages; the newest are returned.
    /// - Returns: The stored state.
    /// - Throws: An error of SQLite if the file cannot be read.
    func restore(messageBytes: Int = .max) throws -> RestoredState {
        let restored = try file.pool.read { db in
            let clock = try Int64.fetchOne(db, sql: "SELECT latest FROM clock") ?? 0
            let applied = try Row.fetchOne(db, sql: "SELECT position, timetoken FROM applied")
            var left = messageBytes
            let messages = try Self.newestMessages(db, bytes: &left)
            let events = try Self.newestEvents(db, bytes: &left)
            let records = (messages.records + events.records).filter { !$0.message.isSilent }
                .sorted { $0.message.timetoken < $1.message.timetoken }
            let latest: Int64 = applied?["timetoken"] ?? 0
            return RestoredState(
                latest: UInt64(clamping: latest),
                reserved: UInt64(clamping: max(clock, latest)),
                applied: LogPosition(rawValue: UInt64(clamping: applied?["position"] as Int64? ?? 0)),
                batches: try AppliedBatch.all(in: db),
                messages: records.map { EnvelopeWriter(topic: $0.topic, region: region).write($0.message) },
                omitted: max(messages.omitted, events.omitted),
                changes: try ArchiveChange.all(in: db)
            )
        }
        guarded.withLock { guarded in
            guarded.taken = restored.applied
            guarded.written = restored.applied
            guarded.latest = restored.latest
        }
        return restored
    }

    /// Calls a closure with each stored message that is part of history, in the order of arrival.
    ///
    /// - Throws: An error of SQLite if the file cannot be read.
    func forEachMessage(_ body: (TopicMessage) -> Void) throws {
        try file.pool.read { db in
            let sql = "SELECT * FROM message WHERE NOT isTransient ORDER BY id"
            let records = try MessageRecord.fetchCursor(db, sql: sql)
            while let record = try records.next() { body(TopicMessage(message: record.message, topic: record.topic)) }
        }
    }

    /// Waits until what was taken in before the call is in the file, or cannot be written. Blocks its thread.
    func waitUntilWritten() {
        let written = DispatchSemaphore(value: 0)
        read { _ in written.signal() }
        written.wait()
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

    func waitForRoom(limit: DispatchTimeInterval) -> Bool {
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

    func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void) {
        let (waits, pending) = guarded.withLock { guarded -> (Bool, PendingChanges?) in
            guard guarded.hasWork, !guarded.isClosed else { return (false, nil) }
            // The disk may be full for hours.
            guard guarded.pause == nil else { return (false, guarded.pendingChanges()) }
            guarded.waiting.append(Waiting(position: guarded.taken, body: body))
            return (true, nil)
        }
        guard waits else { return runRead(with: pending, body) }
        file.writer.async { self.step() }
    }

    func setKeysetRetention(_ retention: [String: MessageRetention]) {
        let effective = standardKeysetRetention.merging(retention) { _, own in own }
        keysetRetention.withLock { $0 = effective }
    }

    var removesOld: Bool { true }

    func removeOld(at date: UInt64) {
        file.writer.async {
            guard !self.guarded.withLock({ $0.isClosed }), self.noteRemoval(at: date) else { return }
            self.removeExpired(at: date)
            self.passExpired(at: date)
            self.guarded.withLock { $0.sweepFiles }?(date)
            self.startSweep()
        }
    }

    private func removeExpired(at date: UInt64) {
        // A count in progress has seen the rows or not. They expire again in a minute.
        guard !guarded.withLock({ $0.usage.isCounting }) else { return }
        do {
            let expired = try file.write { db in
                let expired = try Self.expiredBytes(db, at: date)
                try Self.prune(db, at: date)
                return expired
            }
            guarded.withLock { $0.usage.subtractSwept(expired) }
        } catch {
            reportFailure("Old messages cannot be deleted: \(StorageError.text(error))")
        }
    }

    /// Notes that what is too old is removed now. Returns false if it was removed within the last minute.
    private func noteRemoval(at date: UInt64) -> Bool {
        guarded.withLock { guarded in
            guard date >= guarded.prunedAt + Self.pruneEvery else { return false }
            guarded.prunedAt = date
            guarded.mayCount = true
            guarded.sweepDue = date
            return true
        }
    }

    /// Sets what removes files that are too old. It is called on the writer's queue, with the latest timetoken, when old messages are deleted.
    func setFileSweep(_ sweep: @escaping @Sendable (UInt64) -> Void) {
        guarded.withLock { $0.sweepFiles = sweep }
    }

    func setEndReceiver(_ receive: @escaping @Sendable ([EndedMessages]) -> Void) {
        guarded.withLock { $0.receiveEnd = receive }
    }

    /// Passes on which messages with actions end, without the lock.
    private func pass(_ ended: [EndedMessages]) {
        guard !ended.isEmpty, let receive = guarded.withLock({ $0.isClosed ? nil : $0.receiveEnd }) else { return }
        receive(ended)
    }

    /// Reads which messages with actions have lived for their time.
    private func passExpired(at date: UInt64) {
        do {
            // On the writer's queue, which never waits for readers.
            pass(try file.pool.writeWithoutTransaction { try Self.expiredWithActions($0, at: date) })
        } catch {
            readFailed(error)
        }
    }

    /// Sets what reports that writes succeed again. It is called on the writer's queue.
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

    /// Whether messages that are too old or do not fit are being deleted, or will be.
    var isSweeping: Bool { guarded.withLock { $0.isSweeping || $0.sweepDue != nil } }

    var written: LogPosition? { guarded.withLock { $0.written } }

    func hasRoom(for keyset: String) -> Bool { guarded.withLock { $0.room.hasRoom(for: keyset) } }

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

    func readFailed(_ error: any Error) {
        let now = ContinuousClock.now
        let isDamage = StorageError.isDamage(error)
        let isDue = guarded.withLock { guarded -> Bool in
            guard !guarded.isClosed else { return false }
            guarded.failures += 1
            if isDamage { guarded.isDamaged = true }
            if let last = guarded.readReport, now - last < Self.readReportPause { return false }
            guarded.readReport = now
            return true
        }
        if isDue { reportFailure("Stored messages cannot be read: \(StorageError.text(error))") }
    }

    /// Reads the tables, and changes that wait to be written.
    private func runRead(
        with pending: PendingChanges?,
        attempt: Int = 1,
        _ body: @escaping @Sendable ((any ArchiveReader)?) -> Void
    ) {
        file.pool.asyncRead { result in
            let db: Database
            let applied: LogPosition
            do {
                db = try result.get()
                // Takes the snapshot now, as what keeps SQLite from taking it may pass.
                applied = try DataFile.applied(db)
            } catch {
                return self.retryRead(with: pending, after: error, attempt, body)
            }
            let keysets = self.keysetRetention.withLock { $0 }
            body(
                DatabaseReader(db: db, pending: pending.map { .init(changes: $0, applied: applied) }) {
                    [retention = self.retention] in keysets[$0] ?? retention
                }
            )
        }
    }

    /// Repeats a read that could not begin because of other connections; reports any other failure.
    private func retryRead(
        with pending: PendingChanges?,
        after error: any Error,
        _ attempt: Int,
        _ body: @escaping @Sendable ((any ArchiveReader)?) -> Void
    ) {
        guard attempt < Self.readAttempts, StorageError.isTemporary(error) else {
            readFailed(error)
            return body(nil)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20 * attempt)) {
            self.runRead(with: pending, attempt: attempt + 1, body)
        }
    }

    private func scheduledStep() {
        guarded.withLock { $0.isScheduled = false }
        step()
    }

    /// Writes some changes on the writer's queue, and comes back there for the rest.
    private func step() {
        guard guarded.withLock({ $0.hasWork && $0.pause == nil }) else { return release(isFailed: false) }
        guard writeNext() else { return retryLater() }
        release(isFailed: false)
        let next = guarded.withLock { guarded -> NextStep in
            guard guarded.hasWork else { return .none }
            if guarded.backlog >= Self.changesPerStep || !guarded.waiting.isEmpty { return .urgent }
            return guarded.needsScheduledStep() ? .delayed : .none
        }
        start(next)
    }

    private func start(_ step: NextStep) {
        switch step {
        case .none: break
        // Behind a commit of the log that waits for the queue.
        case .urgent: file.writer.async { self.step() }
        case .delayed: file.writer.asyncAfter(deadline: .now() + Self.delay) { self.scheduledStep() }
        }
    }

    private func retryLater() {
        let pause = guarded.withLock { $0.pause } ?? .milliseconds(500)
        release(isFailed: true)
        file.writer.asyncAfter(deadline: .now() + pause) {
            guard self.guarded.withLock({ $0.hasWork && !$0.isClosed }) else { return }
            guard self.writeNext() else { return self.retryLater() }
            if let recovery = self.guarded.withLock({ $0.recovery }) { recovery() } else { self.report(Self.recovery) }
            self.step()
        }
    }

    /// A write outside of the archive failed.
    func noteFailure(_ error: any Error) {
        guard StorageError.isDamage(error) else { return }
        guarded.withLock { $0.isDamaged = true }
    }

    /// Writes as many parts as fit in one step. Returns whether that succeeded.
    private func writeNext() -> Bool {
        do {
            try write(takeParts())
            return true
        } catch {
            noteFailure(error)
            let isFirst = guarded.withLock { guarded -> Bool in
                guarded.failures += 1
                let last = guarded.pause
                guarded.pause = last.map { Self.longer($0) } ?? .milliseconds(500)
                return last == nil
            }
            if isFirst {
                reportFailure("Applied changes cannot be written to the data file: \(StorageError.text(error))")
            }
            return false
        }
    }

    private static func longer(_ pause: DispatchTimeInterval) -> DispatchTimeInterval {
        guard case .milliseconds(let milliseconds) = pause else { return pause }
        return .milliseconds(min(2 * milliseconds, 10_000))
    }

    private func takeParts() -> [Part] {
        guarded.withLock { guarded in
            var count = 0
            return Array(
                guarded.parts.prefix { part in
                    defer { count += part.changes.count }
                    return count < Self.changesPerStep
                }
            )
        }
    }

    /// Writes parts in one transaction.
    private func write(_ parts: [Part]) throws {
        let deleted = try file.write { try self.write(parts, $0) }
        let waiters = guarded.withLock { guarded -> [DispatchSemaphore] in
            guarded.parts.removeFirst(parts.count)
            if let last = parts.last { guarded.usage.subtract(deleted, at: last.position) }
            for part in parts {
                for change in part.changes { guarded.room.add(-1, to: change.keyset) }
                guarded.bytes -= part.bytes
            }
            guarded.written = parts.last?.position ?? guarded.written
            guarded.pause = nil
            guarded.pending = nil
            guard !guarded.isFull else { return [] }
            defer { guarded.roomWaiters = [] }
            return guarded.roomWaiters
        }
        for waiter in waiters { waiter.signal() }
    }

    /// Runs the reads that have waited for long enough: after a failure all of them, with the changes that wait. Ends them if the file is closed.
    private func release(isFailed: Bool) {
        let (ready, pending, isClosed) = guarded.withLock { guarded -> ([Waiting], PendingChanges?, Bool) in
            let written = guarded.hasWork ? guarded.written : guarded.taken
            let ready = guarded.waiting.filter { isFailed || $0.position <= written }
            guarded.waiting.removeAll { isFailed || $0.position <= written }
            let needsPending = isFailed && !ready.isEmpty && !guarded.isClosed
            return (ready, needsPending ? guarded.pendingChanges() : nil, guarded.isClosed)
        }
        for waiting in ready {
            if isFailed, isClosed { waiting.body(nil) } else { runRead(with: pending, waiting.body) }
        }
    }

    /// Writes parts, and returns the bytes of the messages of each keyset that were deleted.
    private func write(_ parts: [Part], _ db: Database) throws -> [String: Int] {
        guard let last = parts.last else { return [:] }
        var deleted: [String: Int] = [:]
        let messages = try MessageInsertion(db)
        for part in parts {
            for change in part.changes {
                if case .removal(let range, let topic) = change {
                    try deleted.merge(MessageRecord.bytes(range, of: topic, db), uniquingKeysWith: +)
                }
                try change.write(db, messages)
            }
            for batch in part.batches { try batch.write(db) }
        }
        try db.cachedStatement(sql: "UPDATE applied SET position = ?, timetoken = ?")
            .execute(arguments: [Int64(clamping: last.position.rawValue), Int64(clamping: last.latest)])
        try db.cachedStatement(sql: "DELETE FROM log WHERE position <= ?")
            .execute(arguments: [Int64(clamping: last.position.rawValue)])
        guard noteRemoval(at: last.latest) else { return deleted }
        try deleted.merge(Self.expiredBytes(db, at: last.latest), uniquingKeysWith: +)
        try Self.prune(db, at: last.latest)
        guarded.withLock { $0.sweepFiles }?(last.latest)
        // After this transaction, which the queue runs.
        file.writer.async { self.passExpired(at: last.latest) }
        startSweep()
        return deleted
    }

    /// Counts the sizes of keysets, unless a count or a sweep is in progress, whose deletions it might have seen or not.
    private func startCount() {
        let isFirst = guarded.withLock { guarded -> Bool in
            guard guarded.mayCount, !guarded.usage.isCounting, !guarded.isSweeping, !guarded.isClosed else {
                return false
            }
            guarded.mayCount = false
            guarded.usage.startCount()
            for part in guarded.parts { guarded.usage.add(part.changes, at: part.position) }
            return true
        }
        guard isFirst else { return }
        file.pool.asyncRead { result in
            let count = Result { try StorageUsage.Count(result.get()) }
            self.guarded.withLock { $0.usage.endCount(try? count.get()) }
            self.startSweep()
        }
    }

    /// Starts to delete what is older than the retention or does not fit, if that is due. Sweeps and counts wait for the end of each other:
    /// two sweeps would both delete what a keyset has too much, so that it would lose messages that fit.
    private func startSweep() {
        let keysets = keysetRetention.withLock { $0 }
        let (sweep, needsCount) = guarded.withLock { guarded -> (RetentionSweep?, Bool) in
            guard let latest = guarded.sweepDue, !guarded.isSweeping, !guarded.usage.isCounting else {
                return (nil, false)
            }
            var sweep = RetentionSweep(retention, keysets: keysets, latest: latest, after: guarded.progress)
            if sweep?.needsSizes == true {
                guard let sizes = guarded.usage.bytes else { return (nil, true) }
                sweep?.setSizes(sizes)
            }
            guarded.sweepDue = nil
            guarded.isSweeping = sweep != nil
            return (sweep, false)
        }
        if needsCount { startCount() }
        if let sweep { continueSweep(sweep) }
    }

    /// Deletes a few rows after the commits that wait, and comes back for the rest.
    private func continueSweep(_ sweep: RetentionSweep) {
        file.writer.async {
            guard !self.guarded.withLock({ $0.isClosed }) else { return }
            var next = sweep
            do {
                let hasMore = try self.file.write { try next.step($0) }
                let deleted = next.deleted
                self.guarded.withLock { $0.usage.subtractSwept(deleted) }
                if hasMore { self.continueSweep(next) } else { self.endSweep(next) }
            } catch {
                self.reportFailure("Old messages cannot be deleted: \(StorageError.text(error))")
                self.endSweep(sweep)
            }
        }
    }

    private func endSweep(_ sweep: RetentionSweep) {
        do {
            pass(try file.pool.writeWithoutTransaction { try sweep.tooOld($0) } + sweep.ended)
        } catch {
            readFailed(error)
        }
        guarded.withLock { guarded in
            guarded.progress = sweep.progress
            guarded.isSweeping = false
        }
        startSweep()
    }
}
