import Dispatch
import GRDB
import PubNubLocks
import PubNubOrigin

/// Reads, with the changes that wait to be written.
extension DurableArchive {
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
    func runRead(
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
}
