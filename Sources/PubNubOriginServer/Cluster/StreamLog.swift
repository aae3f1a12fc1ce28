import PubNubOrigin
import Dispatch
import PubNubSupport

/// The log of a cluster: a batch is a record of a stream that all servers follow.
///
/// A batch of this server is committed when it comes back with the stream, at the same position as on all other servers.
final class StreamLog: OriginLog {
    private struct Guarded {
        /// The batch that was proposed and has neither come back nor failed.
        var inFlight: LogBatch?
        /// The number of the last batch that the stream acknowledged.
        var acknowledged: UInt64 = 0
        /// Waits for the return of batches that were acknowledged; nil while none is awaited.
        var watch: Task<Void, Never>?
        var position: LogPosition
        var arrivals = LogArrivals()
        var batches = AppliedBatches()
        /// The batch that the last record of the state must have; nil if that is known, or cannot be.
        var expected: AppliedBatch?
        /// How many records came after the last one.
        var lag: UInt64 = 0
        var isUnreadable = false
        /// How many records of other programs were skipped.
        var skipped: UInt64 = 0
        /// When that was last reported.
        var skipReport: Duration?
        /// Whether records are gone that this server has not applied.
        var isTrimmed = false
        /// Whether the stream no longer has records that this server has applied.
        var isLost = false
        var isCaughtUp = false
        var isClosed = false
        var commits: UInt64 = 0
        var failures: UInt64 = 0
        var isFailing = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var receive: (@Sendable (OriginLogEvent) -> Void)?
        /// Which records this server removes; nil if they stay for ever.
        var trimming: StreamTrimming?

        /// Whether this server applies nothing more.
        var isStopped: Bool { isUnreadable || isTrimmed || isLost }
    }

    /// How many entries of clients may wait for the batch in progress.
    private static let maxPending = 50_000
    /// For how long, and up to twice as long, clients wait for a batch that the stream has acknowledged. It comes back within milliseconds, unless
    /// the stream cannot be followed.
    static let returnLimit = Duration.seconds(10)
    /// The time between two reports of records of other programs.
    private static let skipReportPause = Duration.seconds(60)

    private let stream: any OriginStream
    private let archive: any MessageArchive
    private let clock: any OriginClock
    /// Sends copies of the data file to other servers; nil without a data file.
    private let snapshots: SnapshotSource?
    /// Identifies this start of this server in records.
    private let boot: UInt64
    /// The last position that the state had at the start.
    private let applied: LogPosition
    private let metrics: CommitMetrics
    private let report: @Sendable (String) -> Void
    private let reportFailure: @Sendable (String) -> Void
    /// Failures of proposals are reported here, as a proposal may be made while an event is delivered.
    private let failing = DispatchQueue(label: "pubnub.origin.stream")
    /// Held while an event is delivered, so that the follower gets one after the other.
    private let delivery = Locked(())
    private let guarded: Locked<Guarded>

    /// - Parameters:
    ///   - stream: The stream.
    ///   - archive: The archive of the server, whose backlog counts.
    ///   - clock: The clock of the server. Nothing of the state depends on it.
    ///   - applied: The last position that the state of the server has.
    ///   - batches: The last batches that the state has, by the starts of their servers. Empty by default.
    ///   - boot: A number that no other start of a server has.
    ///   - snapshots: Sends copies of the data file to other servers, as soon as the server is caught up; nil without a data file.
    ///   - metrics: Counts the commits.
    ///   - report: Receives a line when commits succeed again, and when the log cannot be followed.
    ///   - reportFailure: Receives a line when commits begin to fail. Pass `nil` to have it in `report`.
    init(
        stream: any OriginStream,
        archive: any MessageArchive,
        clock: any OriginClock,
        applied: LogPosition,
        batches: [AppliedBatch] = [],
        boot: UInt64,
        snapshots: SnapshotSource? = nil,
        metrics: CommitMetrics = CommitMetrics(),
        report: @escaping @Sendable (String) -> Void = { _ in },
        reportFailure: (@Sendable (String) -> Void)? = nil
    ) {
        self.stream = stream
        self.archive = archive
        self.clock = clock
        self.boot = boot
        self.applied = applied
        self.snapshots = snapshots
        self.metrics = metrics
        self.report = report
        self.reportFailure = reportFailure ?? report
        var initial = Guarded(position: applied)
        initial.batches = AppliedBatches(batches)
        if applied.rawValue >= stream.start { initial.expected = initial.batches.batch(at: applied.rawValue) }
        initial.isCaughtUp = initial.expected == nil && applied.rawValue >= stream.last
        initial.trimming = stream.age.map { age in
            StreamTrimming(age: age, start: stream.start, delay: min(age, .seconds(30)) * Double.random(in: 0...1))
        }
        guarded = Locked(initial)
    }

    /// The last position that was delivered.
    var position: LogPosition { guarded.withLock { $0.position } }

    /// The largest size of the entries of a batch.
    var batchBytes: Int { max(1, min(stream.maxRecordBytes - StreamCodec.overhead, Self.maxBatchBytes)) }

    /// A larger batch takes longer to replicate than its clients should wait.
    private static let maxBatchBytes = 256 * 1024

    /// A batch of one message takes the NATS servers as long as one of some dozen, and much longer than a client needs for its next request.
    var batchWaitLimit: Duration? { .milliseconds(1) }

    func commitImmediately(_ batch: LogBatch) -> Committed? { nil }

    func propose(_ batch: LogBatch) {
        let bytes = StreamCodec.encode(batch, boot: boot)
        let start = MonotonicTime.nanoseconds
        let isRefused = guarded.withLock { guarded in
            guarded.inFlight = batch
            return guarded.isClosed || guarded.isStopped
        }
        if isRefused { return failing.async { self.failed(batch, .unavailable) } }
        guard bytes.count <= stream.maxRecordBytes else {
            let text = "\(bytes.count) bytes are more than the \(stream.maxRecordBytes) of the largest record"
            return failing.async { self.failed(batch, .storage(text)) }
        }
        stream.append(bytes) { failure in
            self.metrics.add(
                entries: batch.entries.count,
                nanoseconds: MonotonicTime.nanoseconds &- start,
                isStored: failure == nil
            )
            guard let failure else { return self.acknowledged(batch) }
            self.failing.async { self.failed(batch, .unknown(failure.text)) }
        }
    }

    /// Sees to it that the clients of a batch get a response even if it does not come back.
    private func acknowledged(_ batch: LogBatch) {
        guarded.withLock { guarded in
            guarded.acknowledged = batch.number
            // Most batches are back already, and one task watches all others.
            guard guarded.inFlight?.number == batch.number, guarded.watch == nil, !guarded.isClosed else { return }
            guarded.watch = Task { [weak self, clock] in
                var awaited: LogBatch? = batch
                while let batch = awaited, (try? await clock.sleep(until: clock.uptime + Self.returnLimit)) != nil {
                    awaited = self?.awaited(after: batch)
                }
            }
        }
    }

    /// Reports a batch that has not come back during the limit as failed, and returns the one that is awaited now; nil, which ends the watch, without one.
    private func awaited(after batch: LogBatch) -> LogBatch? {
        let (isLate, next) = guarded.withLock { guarded -> (Bool, LogBatch?) in
            let awaited = guarded.inFlight.flatMap { $0.number == guarded.acknowledged ? $0 : nil }
            let isLate = awaited?.number == batch.number
            if isLate || awaited == nil { guarded.watch = nil }
            return (isLate, isLate ? nil : awaited)
        }
        if isLate { failed(batch, .unknown("the stream does not deliver them")) }
        return next
    }

    func follow(_ receive: @escaping @Sendable (OriginLogEvent) -> Void) {
        let expected = guarded.withLock { guarded in
            guarded.receive = receive
            return guarded.expected
        }
        // Beginning with the last record that the state has shows whether the stream still has it.
        let start = expected == nil ? applied.rawValue : applied.rawValue - 1
        stream.follow(after: start) { [weak self] record in
            self?.take(record)
        } lost: { [weak self] in
            self?.lose("The stream no longer has the last record that this server applied")
        }
    }

    func timetokensIssued(upTo timetoken: UInt64) {}

    var health: LogHealth {
        let archive = archive.health
        let now = clock.uptime
        return guarded.withLock { guarded in
            var health = LogHealth(
                position: guarded.position,
                commits: guarded.commits,
                failures: guarded.failures
            )
            health.cluster = ClusterHealth(
                position: guarded.position.rawValue,
                lag: guarded.lag,
                hasQuorum: !Self.isSilent(guarded, at: now),
                skipped: guarded.skipped
            )
            if guarded.isUnreadable { health.reasons.append(.logUnreadable) }
            if guarded.isTrimmed { health.reasons.append(.logTrimmed) }
            if guarded.isLost { health.reasons.append(.logLost) }
            if Self.isSilent(guarded, at: now) { health.reasons.append(.noQuorum) }
            if guarded.arrivals.isBehind { health.reasons.append(.logBehind) }
            if archive.isFailing { health.reasons.append(.storageFailing) }
            if archive.isDamaged { health.reasons.append(.storageDamaged) }
            if archive.isFull { health.reasons.append(.storageBehind) }
            if guarded.isClosed { health.reasons.append(.stopped) }
            return health
        }
    }

    func refuses(waiting: Int) -> Bool {
        let now = clock.uptime
        return waiting >= Self.maxPending || archive.health.isFull
            || guarded.withLock { Self.isSilent($0, at: now) || $0.isStopped }
    }

    /// Does nothing: the server writes a record every second anyway.
    func checkStorage() {}

    /// Returns when everything that was in the stream at the start was delivered.
    func caughtUp() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isDone = guarded.withLock { guarded in
                guard !guarded.isCaughtUp, !guarded.isClosed else { return true }
                guarded.waiting.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
        // Silence counts from here on.
        let now = clock.uptime
        let isStopped = guarded.withLock { guarded in
            guarded.arrivals.start(at: now)
            return guarded.isTrimmed || guarded.isLost
        }
        if !isStopped { snapshots?.start() }
    }

    func close() async {
        let waiting = guarded.withLock { guarded in
            guarded.isClosed = true
            guarded.watch?.cancel()
            defer { guarded.waiting = [] }
            return guarded.waiting
        }
        for continuation in waiting { continuation.resume() }
        snapshots?.close()
        await stream.close()
    }

    private static func isSilent(_ guarded: Guarded, at now: Duration) -> Bool {
        guarded.isCaughtUp && guarded.arrivals.isSilent(at: now)
    }

    private func take(_ record: StreamRecord) {
        // Records that are not read stay in NATS, while the changes of those that are need memory until they are written.
        while !archive.waitForCapacity(limit: .seconds(1)) {
            if guarded.withLock({ $0.isClosed }) { return }
        }
        delivery.withLock { _ in deliver(record) }
    }

    private func deliver(_ record: StreamRecord) {
        let position = LogPosition(rawValue: record.position)
        guard position > applied else { return verify(record) }
        let now = clock.moment
        let isNext = guarded.withLock { guarded in
            guard !guarded.isStopped, !guarded.isClosed, guarded.position < position else { return false }
            // Before the delivery, as clients that it answers may send their next change before it returns.
            guarded.arrivals.arrived(record, at: now)
            return true
        }
        guard isNext, hasAllBefore(record) else { return }
        let moment = Moment(date: record.date, uptime: .zero)
        do {
            switch try StreamCodec.decode(record.bytes) {
            case .settings:
                // The settings never change.
                guard record.bytes == stream.first else {
                    return lose("Record \(record.position) of the stream begins another cluster")
                }
                guarded.withLock { $0.trimming?.noteSettings(at: record.position, date: record.date) }
                // The time of the log begins: before, clients would get the timetoken 0, with which they begin again.
                deliver(Committed(position: position, moment: moment, batch: Self.nothing), isOwn: false)
            case .batch(let batch, let boot):
                let (noted, isNew) = guarded.withLock { $0.batches.note(batch.number, of: boot, at: record.position) }
                archive.note(noted, bytes: record.bytes.count)
                if isNew {
                    deliver(Committed(position: position, moment: moment, batch: batch), isOwn: boot == self.boot)
                } else {
                    skip(to: position)
                }
            case .foreign:
                skip(to: position)
                reportForeign(record)
            }
        } catch {
            return stop(
                "Record \(record.position) of the cluster is of a later version and cannot be read: \(error). This server stays unready. "
                    + "Install the version of the other servers."
            ) { $0.isUnreadable = true }
        }
        arrived(record, at: position)
        trim(after: record)
    }

    /// Advances the position without a change, and without the date of the record, which a server that reads from another replica may not have.
    private func skip(to position: LogPosition) {
        let moment = Moment(date: 0, uptime: .zero)
        deliver(Committed(position: position, moment: moment, batch: Self.nothing), isOwn: false)
    }

    /// Counts a record of another program, and reports it unless others were reported a short time before.
    private func reportForeign(_ record: StreamRecord) {
        let now = clock.uptime
        let count = guarded.withLock { guarded -> UInt64? in
            guarded.skipped += 1
            if let last = guarded.skipReport, now - last < Self.skipReportPause { return nil }
            guarded.skipReport = now
            return guarded.skipped
        }
        guard let count else { return }
        report(
            "Record \(record.position) of the cluster is of another program, and was skipped; \(count) since the start. "
                + "Let only the servers publish to the subject of the stream."
        )
    }

    /// A batch that only advances the position.
    private static let nothing = LogBatch(number: 0, after: 0, entries: [])

    /// Checks that the last record that the state has is still in the stream. If not, NATS lost records while this server did not run, and has
    /// stored others since then.
    private func verify(_ record: StreamRecord) {
        let now = clock.uptime
        let batch = StreamCodec.batchIdentity(of: record.bytes)
        let (isSame, waiting) = guarded.withLock { guarded -> (Bool, [CheckedContinuation<Void, Never>]) in
            guarded.arrivals.heard(at: now)
            guard let expected = guarded.expected, record.position == expected.position else { return (true, []) }
            guard batch?.boot == expected.boot, batch?.number == expected.number else { return (false, []) }
            guarded.expected = nil
            return (true, Self.takeWaiting(after: record.position, last: stream.last, &guarded))
        }
        guard isSame else {
            return lose("Record \(record.position) of the stream is not the one that this server applied")
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Notes that the start has ended if a record is the last one that it waits for, and returns those who wait for that.
    private static func takeWaiting(
        after position: UInt64,
        last: UInt64,
        _ guarded: inout Guarded
    ) -> [CheckedContinuation<Void, Never>] {
        guard !guarded.isCaughtUp, position >= last else { return [] }
        guarded.isCaughtUp = true
        defer { guarded.waiting = [] }
        return guarded.waiting
    }

    /// Removes records that are old, if other servers can have a snapshot of this one instead.
    private func trim(after record: StreamRecord) {
        guard let snapshots, snapshots.isServing, let written = archive.written else { return }
        let step = guarded.withLock { guarded in
            guarded.trimming?.step(last: record.position, date: record.date, written: written.rawValue)
                ?? StreamTrimming.Step()
        }
        if step.storesSettings {
            // If it fails, the next attempt follows.
            stream.append(stream.first) { _ in }
        }
        if let position = step.removesBefore {
            stream.remove(before: position) { [report] failure in
                if let failure { report("Old records of the cluster cannot be removed: \(failure.text)") }
            }
        }
    }

    /// Whether the server has applied all records before one that the stream has ever had. If not, its state would differ from that of the others.
    private func hasAllBefore(_ record: StreamRecord) -> Bool {
        let last = position.rawValue
        guard record.position > last + 1 else { return true }
        let missing = "Records \(last + 1) to \(record.position - 1)"
        guard stream.hasRemoved(after: last) else {
            // Servers that applied them before have another state, and only a snapshot of one of these has it.
            lose("\(missing) are missing in the stream")
            return false
        }
        stop(
            "\(missing) of the cluster were removed before this server applied them. "
                + "Start it again, so that it gets a snapshot of another server."
        ) { $0.isTrimmed = true }
        return false
    }

    /// Applies nothing more, as the stream has another history than this server.
    private func lose(_ reason: String) {
        snapshots?.close()
        if let settings = try? ClusterSettings(record: stream.first) { archive.replaceSettings(with: settings.lost) }
        stop(
            "\(reason), so the state of this server may differ from that of the cluster. It stays unready. "
                + "If other servers are ready, delete its data file and start it again; otherwise restore the cluster."
        ) { $0.isLost = true }
    }

    /// Applies nothing more.
    private func stop(_ text: String, _ note: (inout Guarded) -> Void) {
        let (waiting, batch) = guarded.withLock { guarded in
            note(&guarded)
            // The start ends, so that the reason shows.
            guarded.isCaughtUp = true
            defer { guarded.waiting = [] }
            return (guarded.waiting, guarded.inFlight)
        }
        report(text)
        for continuation in waiting { continuation.resume() }
        // It would be delivered by a record that this server does not apply.
        if let batch { failing.async { self.failed(batch, .unknown("this server applies no more changes")) } }
    }

    private func deliver(_ committed: Committed, isOwn: Bool) {
        let (receive, isAwaited) = guarded.withLock { guarded in
            let isAwaited = isOwn && guarded.inFlight?.number == committed.batch.number
            if isAwaited {
                guarded.inFlight = nil
                guarded.commits += 1
            }
            return (guarded.receive, isAwaited)
        }
        if isAwaited { committedAgain() }
        receive?(isAwaited ? .committed(committed) : .received(committed))
    }

    private func arrived(_ record: StreamRecord, at position: LogPosition) {
        let now = clock.moment
        let waiting = guarded.withLock { guarded -> [CheckedContinuation<Void, Never>] in
            guarded.position = position
            guarded.lag = record.pending
            guarded.arrivals.applied(record, at: now)
            return Self.takeWaiting(after: record.position, last: stream.last, &guarded)
        }
        for continuation in waiting { continuation.resume() }
    }

    private func failed(_ batch: LogBatch, _ failure: LogFailure) {
        delivery.withLock { _ in
            let (receive, isFirst) = guarded.withLock { guarded -> ((@Sendable (OriginLogEvent) -> Void)?, Bool) in
                guard guarded.inFlight?.number == batch.number else { return (nil, false) }
                guarded.inFlight = nil
                // The reason was reported, and the time of the log does not pass any more.
                guard !guarded.isStopped else { return (guarded.receive, false) }
                guarded.failures += 1
                defer { guarded.isFailing = true }
                return (guarded.receive, !guarded.isFailing)
            }
            if isFirst { reportFailure(Self.text(of: failure)) }
            receive?(.failed(batch, failure))
        }
    }

    private static func text(of failure: LogFailure) -> String {
        switch failure {
        case .unknown(let reason):
            "The cluster does not confirm changes: \(reason). Their clients receive 503, and the changes may be stored."
        case .storage(let reason): "Changes cannot be stored in the cluster and are refused: \(reason)"
        case .behind, .closed, .unavailable: "Changes cannot be stored in the cluster and are refused."
        }
    }

    private func committedAgain() {
        let wasFailing = guarded.withLock { guarded in
            defer { guarded.isFailing = false }
            return guarded.isFailing
        }
        if wasFailing { report("Changes can be stored in the cluster again.") }
    }
}
