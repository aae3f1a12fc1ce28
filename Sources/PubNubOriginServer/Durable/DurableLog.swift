import PubNubOrigin
import Dispatch
import Foundation
import GRDB
import PubNubSupport

/// A log in a SQLite file: a committed batch is a row, and is on disk.
final class DurableLog: OriginLog {
    private struct Guarded {
        var last = LogPosition.start
        /// Timetokens up to this one may be given out without asking the disk.
        var reserved: UInt64 = 0
        var latest: UInt64 = 0
        var commits: UInt64 = 0
        var failures: UInt64 = 0
        var isFailing = false
        /// Whether a failure was reported and its end was not.
        var owesReport = false
        var isClosed = false
        var receive: (@Sendable (OriginLogEvent) -> Void)?
    }

    /// One second of timetokens: how far the clock may be ahead after a crash, and how often it is written.
    private static let reserve: UInt64 = 10_000_000

    /// The size of the row that finds out whether a file can be written again.
    private static let probeBytes = 64 * 1024

    private let file: DataFile
    private let archive: DurableArchive
    private let clock: any OriginClock
    private let metrics: CommitMetrics
    private let report: @Sendable (String) -> Void
    private let reportFailure: @Sendable (String) -> Void
    private let guarded: Locked<Guarded>

    /// - Parameters:
    ///   - file: The file.
    ///   - archive: The archive of the same file, which deletes the rows that it has written.
    ///   - clock: Gives each batch its moment.
    ///   - last: The last position in the file.
    ///   - latest: The highest timetoken that may have been given out.
    ///   - metrics: Counts the commits.
    ///   - report: Receives a line when commits succeed again.
    ///   - reportFailure: Receives a line when commits begin to fail. Pass `nil` to have it in `report`.
    init(
        file: DataFile,
        archive: DurableArchive,
        clock: any OriginClock,
        last: LogPosition,
        latest: UInt64,
        metrics: CommitMetrics = CommitMetrics(),
        report: @escaping @Sendable (String) -> Void = { _ in },
        reportFailure: (@Sendable (String) -> Void)? = nil
    ) {
        self.file = file
        self.archive = archive
        self.clock = clock
        self.metrics = metrics
        self.report = report
        self.reportFailure = reportFailure ?? report
        var initial = Guarded()
        initial.last = last
        initial.reserved = latest
        initial.latest = latest
        guarded = Locked(initial)
        archive.setRecovery { [weak self] in self?.archiveRecovered() }
    }

    func commitImmediately(_ batch: LogBatch) -> Committed? {
        guard !batch.entries.contains(where: \.isStored) else { return nil }
        return Committed(position: guarded.withLock { $0.last }, moment: clock.moment, batch: batch)
    }

    func propose(_ batch: LogBatch) {
        file.writer.async { self.commit(batch) }
    }

    func follow(_ receive: @escaping @Sendable (OriginLogEvent) -> Void) {
        guarded.withLock { $0.receive = receive }
    }

    func timetokensIssued(upTo timetoken: UInt64) {
        let reserved = guarded.withLock { guarded -> UInt64? in
            guarded.latest = max(guarded.latest, timetoken)
            // Half a second is left, so that the write is done before the reserve is used up.
            guard !guarded.isClosed, guarded.latest + Self.reserve / 2 > guarded.reserved else { return nil }
            guarded.reserved = guarded.latest + Self.reserve
            return guarded.reserved
        }
        guard let reserved else { return }
        file.writer.async {
            guard !self.guarded.withLock({ $0.isClosed }) else { return }
            try? self.file.write { try Self.writeClock(reserved, $0) }
        }
    }

    var health: LogHealth {
        let archive = archive.health
        return guarded.withLock { guarded in
            var health = LogHealth(position: guarded.last, commits: guarded.commits, failures: guarded.failures)
            if guarded.isFailing || archive.isFailing { health.reasons.append(.storageFailing) }
            if archive.isDamaged { health.reasons.append(.storageDamaged) }
            if archive.isFull { health.reasons.append(.storageBehind) }
            if guarded.isClosed { health.reasons.append(.stopped) }
            return health
        }
    }

    func checkStorage() {
        file.writer.async {
            let (isDue, latest) = self.guarded.withLock { ($0.isFailing && !$0.isClosed, max($0.latest, $0.reserved)) }
            guard isDue, !self.archive.health.isFull else { return }
            do {
                try self.file.write { db in
                    try Self.writeClock(latest, db)
                    // As long as a large message: a full disk may have a page left, and would be full again with the next change.
                    try db.execute(
                        sql: "INSERT OR REPLACE INTO log (position, date, entries) VALUES (-1, 0, zeroblob(?))",
                        arguments: [Self.probeBytes]
                    )
                }
                // By itself, so that the row was on the disk. A start ignores it.
                try self.file.write { try $0.execute(sql: "DELETE FROM log WHERE position < 0") }
            } catch {
                return
            }
            self.storingSucceeded()
        }
    }

    func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            file.writer.async {
                let latest = self.guarded.withLock { guarded -> UInt64? in
                    guard !guarded.isClosed else { return nil }
                    guarded.isClosed = true
                    return guarded.latest
                }
                if let latest { try? self.file.write { try Self.writeClock(latest, $0) } }
                continuation.resume()
            }
        }
    }

    /// The batches after a position that the file holds, for a restart.
    ///
    /// - Throws: An error of SQLite, or a ``LogCodecError`` if a row is not a valid batch.
    static func batches(after position: LogPosition, in file: DataFile) throws -> [Committed] {
        try file.pool.read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT position, date, entries FROM log WHERE position > ? ORDER BY position",
                arguments: [Int64(clamping: position.rawValue)]
            )
            var batches: [Committed] = []
            while let row = try rows.next() {
                let entries: Data = row["entries"]
                batches.append(
                    Committed(
                        position: LogPosition(rawValue: UInt64(clamping: row["position"] as Int64)),
                        moment: Moment(date: UInt64(clamping: row["date"] as Int64), uptime: .zero),
                        batch: try LogCodec.decode(Array(entries))
                    )
                )
            }
            return batches
        }
    }

    private func commit(_ batch: LogBatch) {
        let (next, isClosed) = guarded.withLock { ($0.last.next, $0.isClosed) }
        guard !isClosed else { return deliver(.failed(batch, .closed)) }
        guard !archive.health.isFull else { return failed(batch, .behind) }
        let moment = clock.moment
        let entries = LogCodec.encode(batch)
        let start = MonotonicTime.nanoseconds
        do {
            try file.writeStatement { db in
                try db.cachedStatement(sql: "INSERT INTO log (position, date, entries) VALUES (?, ?, ?)")
                    .execute(arguments: [Int64(clamping: next.rawValue), Int64(clamping: moment.date), Data(entries)])
            }
        } catch {
            archive.noteFailure(error)
            count(batch, since: start, isStored: false)
            return failed(batch, .storage(StorageError.text(error)))
        }
        count(batch, since: start, isStored: true)
        guarded.withLock { guarded in
            guarded.last = next
            guarded.commits += 1
        }
        storingSucceeded()
        deliver(.committed(Committed(position: next, moment: moment, batch: batch)))
    }

    private func count(_ batch: LogBatch, since start: UInt64, isStored: Bool) {
        metrics.add(
            entries: batch.entries.count,
            nanoseconds: MonotonicTime.nanoseconds &- start,
            isStored: isStored
        )
    }

    /// Reports the end of a failure, unless the tables cannot be written yet, so that the server is not ready.
    private func storingSucceeded() {
        guard guarded.withLock({ $0.isFailing }) else { return }
        let isArchiveFailing = archive.health.isFailing
        let isDue = guarded.withLock { guarded in
            guarded.isFailing = false
            guarded.owesReport = isArchiveFailing
            return !isArchiveFailing
        }
        if isDue { report(Self.recovery) }
    }

    /// The tables can be written again. The log may still fail, and then reports the end of both.
    private func archiveRecovered() {
        let (isFailing, owesReport) = guarded.withLock { guarded in
            defer { guarded.owesReport = guarded.owesReport && guarded.isFailing }
            return (guarded.isFailing, guarded.owesReport)
        }
        guard !isFailing else { return }
        report(owesReport ? Self.recovery : DurableArchive.recovery)
    }

    private static let recovery = "Changes can be stored again."

    private func failed(_ batch: LogBatch, _ failure: LogFailure) {
        let isFirst = guarded.withLock { guarded in
            defer { guarded.isFailing = true }
            guarded.failures += 1
            return !guarded.isFailing && !guarded.owesReport
        }
        if isFirst { reportFailure(Self.text(of: failure)) }
        deliver(.failed(batch, failure))
    }

    private static func text(of failure: LogFailure) -> String {
        switch failure {
        case .storage(let reason), .unknown(let reason): "Changes cannot be stored and are refused: \(reason)"
        case .behind: "Changes are refused: too many of them wait to be written to the tables of the data file."
        case .closed, .unavailable: "Changes cannot be stored and are refused."
        }
    }

    /// Applies a batch on this thread. The next one is proposed when it is applied, so another thread would save no time.
    private func deliver(_ event: OriginLogEvent) {
        guarded.withLock { $0.receive }?(event)
    }

    private static func writeClock(_ latest: UInt64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE clock SET latest = ?").execute(arguments: [Int64(clamping: latest)])
    }
}
