import Dispatch
import GRDB
import PubNubSupport
import PubNubOrigin

/// The steps in which changes are written.
extension DurableArchive {
    private func scheduledStep() {
        guarded.withLock { $0.isScheduled = false }
        step()
    }

    /// Writes some changes on the writer's queue, and comes back there for the rest.
    func step() {
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

    func start(_ step: NextStep) {
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
    func writeNext() -> Bool {
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

    func takeParts() -> [Part] {
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
    func write(_ parts: [Part]) throws {
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
        if let last = parts.last { startRemoval(at: last.latest) }
    }

    /// Runs the reads that have waited for long enough: after a failure all of them, with the changes that wait. Ends them if the file is closed.
    func release(isFailed: Bool) {
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
    func write(_ parts: [Part], _ db: Database) throws -> [String: Int] {
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
        return deleted
    }
}
