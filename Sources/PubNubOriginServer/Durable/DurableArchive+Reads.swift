import Dispatch
import GRDB
import PubNubSupport
import PubNubOrigin

/// Reads, with the changes that wait to be written.
extension DurableArchive {
    /// Reads the state that the last process stored, and the newest rows of each table.
    ///
    /// Damaged pages with messages make ``health`` say so. The server then keeps no messages in memory and serves what it can read.
    ///
    /// - Parameter messageBytes: The largest total size of the messages; the newest are returned.
    /// - Returns: The stored state.
    /// - Throws: `OriginError.cannotOpen` if the pages of the state without messages are damaged, or another error of SQLite.
    func restore(messageBytes: Int = .max) throws -> RestoredState {
        var restored: RestoredState
        do {
            restored = try file.pool.read(readState)
        } catch let error where StorageError.isDamage(error) {
            throw OriginError.cannotOpen("\(file.path) is damaged: \(StorageError.text(error)). Restore a backup")
        }
        do {
            // In a transaction of its own, because a transaction does not outlast a damaged page.
            try file.pool.read { try readMessages($0, bytes: messageBytes, into: &restored) }
        } catch let error where StorageError.isDamage(error) {
            // Catch-ups are then served from the file, as far as it can be read.
            restored.omitted = restored.reserved
            noteFailure(error)
            reportFailure("The data file has damaged pages: \(StorageError.text(error)). Restore a backup.")
        }
        guarded.withLock { guarded in
            guarded.taken = restored.applied
            guarded.written = restored.applied
            guarded.latest = restored.latest
        }
        return restored
    }

    /// Reads the state without messages.
    private func readState(_ db: Database) throws -> RestoredState {
        let clock = try Int64.fetchOne(db, sql: "SELECT latest FROM clock") ?? 0
        let applied = try Row.fetchOne(db, sql: "SELECT position, timetoken FROM applied")
        let latest: Int64 = applied?["timetoken"] ?? 0
        var restored = RestoredState()
        restored.latest = UInt64(clamping: latest)
        restored.reserved = UInt64(clamping: max(clock, latest))
        restored.applied = LogPosition(rawValue: UInt64(clamping: applied?["position"] as Int64? ?? 0))
        restored.batches = try AppliedBatch.all(in: db)
        restored.changes = try ArchiveChange.all(in: db)
        return restored
    }

    /// Reads the messages that catch-ups are served with from memory, and the newest rows of all tables.
    private func readMessages(_ db: Database, bytes: Int, into restored: inout RestoredState) throws {
        try NewestRows.check(db)
        var left = bytes
        let messages = try Self.newestMessages(db, bytes: &left)
        let events = try Self.newestEvents(db, bytes: &left)
        restored.messages = (messages.records + events.records).filter { !$0.message.isSilent }
            .sorted { $0.message.timetoken < $1.message.timetoken }
            .map { EnvelopeWriter(topic: $0.topic, region: region).write($0.message) }
        restored.omitted = max(messages.omitted, events.omitted)
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
        let isDamage = StorageError.isDamage(error)
        let isDue = guarded.withLock { guarded -> Bool in
            guard !guarded.isClosed else { return false }
            guarded.failures += 1
            if isDamage { guarded.isDamaged = true }
            return guarded.readReportPause.isDue()
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
