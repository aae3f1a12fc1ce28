import Dispatch
import GRDB
import PubNubSupport
import PubNubOrigin

/// Sizes of keysets, and the removal of what is too old or too much.
extension DurableArchive {
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
    func noteRemoval(at date: UInt64) -> Bool {
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

    /// Reads which messages with actions have lived for their time. On the connection that writes, because all readers may be busy, and commits
    /// wait for this queue.
    func passExpired(at date: UInt64) {
        do {
            pass(try file.pool.writeWithoutTransaction { try Self.expiredWithActions($0, at: date) })
        } catch {
            readFailed(error)
        }
    }

    /// Counts the sizes of keysets, unless a count or a sweep is in progress, whose deletions it might have seen or not.
    func startCount() {
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
    func startSweep() {
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
