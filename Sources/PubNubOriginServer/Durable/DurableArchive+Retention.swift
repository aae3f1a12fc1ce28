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
            guard !self.guarded.withLock({ $0.isClosed }) else { return }
            self.startRemoval(at: date)
        }
    }

    /// Starts to delete what is too old, unless that began within the last minute. Call it on the writer's queue, and outside
    /// of a transaction.
    func startRemoval(at date: UInt64) {
        guard noteRemoval(at: date) else { return }
        guarded.withLock { $0.sweepFiles }?(date)
        startSweep()
    }

    /// Notes that what is too old is removed now. Returns false if that began within the last minute.
    private func noteRemoval(at date: UInt64) -> Bool {
        guarded.withLock { guarded in
            guard date >= guarded.removedAt + Self.removalPause else { return false }
            guarded.removedAt = date
            guarded.mayCount = true
            guarded.expiryDue = date
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
    private func passExpired(at date: UInt64) {
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

    /// The next step towards a sweep that is due.
    private enum NextSweep {
        case nothing
        /// The sizes of keysets have to be counted first.
        case count
        case expired(ExpirySweep)
        case retention(RetentionSweep)
    }

    /// Starts to delete what has expired, and after that what is older than the retention or does not fit, if that is due.
    ///
    /// Sweeps and counts wait for the end of each other: two sweeps would both delete what a keyset has too much, so that it
    /// would lose messages that fit.
    func startSweep() {
        let keysets = keysetRetention.withLock { $0 }
        let next = guarded.withLock { guarded -> NextSweep in
            guard !guarded.isSweeping, !guarded.usage.isCounting else { return .nothing }
            if let latest = guarded.expiryDue {
                guarded.expiryDue = nil
                guarded.isSweeping = true
                return .expired(ExpirySweep(latest: latest))
            }
            guard let latest = guarded.sweepDue else { return .nothing }
            var sweep = RetentionSweep(retention, keysets: keysets, latest: latest, after: guarded.progress)
            if sweep?.needsSizes == true {
                guard let sizes = guarded.usage.bytes else { return .count }
                sweep?.setSizes(sizes)
            }
            guarded.sweepDue = nil
            guarded.isSweeping = sweep != nil
            return sweep.map { .retention($0) } ?? .nothing
        }
        switch next {
        case .nothing: break
        case .count: startCount()
        case .expired(let sweep): continueSweep(sweep) { self.endSweep($0, isComplete: $1) }
        case .retention(let sweep): continueSweep(sweep) { sweep, _ in self.endSweep(sweep) }
        }
    }

    /// Deletes a few rows after the commits that wait, and comes back for the rest.
    ///
    /// - Parameters:
    ///   - sweep: The sweep.
    ///   - ended: Called with the sweep after its last step, or as it was before a step that failed.
    private func continueSweep<Steps: SweepSteps>(
        _ sweep: Steps,
        ended: @escaping @Sendable (_ sweep: Steps, _ isComplete: Bool) -> Void
    ) {
        file.writer.async {
            guard !self.guarded.withLock({ $0.isClosed }) else { return }
            var next = sweep
            do {
                let hasMore = try self.file.write { try next.step($0) }
                let deleted = next.deleted
                self.guarded.withLock { $0.usage.subtractSwept(deleted) }
                if hasMore { self.continueSweep(next, ended: ended) } else { ended(next, true) }
            } catch {
                self.noteFailure(error)
                self.reportFailure("Old messages cannot be deleted: \(StorageError.text(error))")
                ended(sweep, false)
            }
        }
    }

    private func endSweep(_ sweep: ExpirySweep, isComplete: Bool) {
        // The expired messages that are left have actions, so this read is short.
        if isComplete { passExpired(at: sweep.latest) }
        guarded.withLock { $0.isSweeping = false }
        startSweep()
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

/// What deletes rows in steps, each in a transaction of its own.
protocol SweepSteps: Sendable {
    /// The bytes of payloads and metadata that the last step deleted of each keyset.
    var deleted: [String: Int] { get }

    /// Deletes the next rows.
    ///
    /// - Returns: Whether there may be more to delete.
    /// - Throws: An error of SQLite.
    mutating func step(_ db: Database) throws -> Bool
}
