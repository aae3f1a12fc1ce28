/// From proposals to applied batches.
extension OriginCore {
    /// Takes in what the log reports of the batch in progress.
    func take(_ event: OriginLogEvent) {
        let now = configuration.clock.moment
        process { guarded, work in
            let actions: [OriginAction]
            switch event {
            case .committed(let committed):
                let requesters = takeRequesters(&guarded)
                if log.batchWaitLimit != nil, !guarded.isStopped {
                    guarded.beginBatchWait(after: committed.batch, requesters)
                }
                work.batchWait = guarded.batchWait
                actions = apply(committed, requesters, &guarded)
            case .received(let committed):
                actions = apply(committed, [], &guarded)
            case .failed(let batch, let failure):
                let requesters = takeRequesters(&guarded)
                actions = guarded.machine.commitFailed(batch, failure, requesters: requesters, at: now)
            }
            gather(actions, &guarded, into: &work)
        }
    }

    /// Returns the clients that wait for the batch that has ended, and removes them.
    private func takeRequesters(_ guarded: inout Guarded) -> [Requester?] {
        defer { guarded.requesters = nil }
        return guarded.requesters ?? []
    }

    /// Applies a batch, and hands its changes to the archive in the order of the log.
    private func apply(
        _ committed: Committed,
        _ requesters: [Requester?],
        _ guarded: inout Guarded
    ) -> [OriginAction] {
        // The date of a log that several servers apply says nothing about the deadlines of this server's connections.
        let now = guarded.machine.state.isReplicated ? configuration.clock.uptime : nil
        let result = guarded.machine.apply(committed, requesters: requesters, at: now)
        guarded.entries += UInt64(committed.batch.entries.count)
        // In memory, messages have an end that matters only if they have actions.
        if !guarded.removesOld, guarded.machine.state.actions.count > 0 {
            guarded.removesOld = true
            removeOldLater()
        }
        let isStored = archive.storesAll ? committed.batch.entries.contains(where: \.isStored) : !result.changes.isEmpty
        if isStored {
            archive.write(result.changes, at: committed.position, latest: guarded.machine.state.clock.latest)
        }
        return result.actions
    }

    /// Sorts the actions of the machine. Batches that the log commits immediately are applied here.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - guarded: The state.
    ///   - work: Gets the work to perform without the lock.
    ///   - tick: The tick that has ended; nil if none has.
    func gather(
        _ actions: [OriginAction],
        _ guarded: inout Guarded,
        into work: inout Outcome,
        endOf tick: Int? = nil
    ) {
        for action in actions { add(action, to: &work, &guarded) }
        if let tick { commit(tick, with: &work, &guarded) }
        // While event loops serve requests, the first whose tick ends proposes: with many event loops, one always serves.
        if tick != nil || guarded.tickCount == 0, guarded.hasNextBatch {
            guarded.batchWait = nil
            let next = guarded.takeProposals(bytes: log.batchBytes)
            guarded.requesters = next.requesters
            work.batch = batch(of: next.entries, &guarded)
        }
        let issued = guarded.machine.local.lastIssued
        if issued > guarded.lastIssued {
            guarded.lastIssued = issued
            work.lastIssued = issued
        }
        if guarded.isIdle { work.idle = guarded.takeIdle() }
        arm(&guarded)
    }

    /// Applies the messages of a tick, which a log in memory commits immediately.
    func commit(_ tick: Int, with work: inout Outcome, _ guarded: inout Guarded) {
        let messages = guarded.ticks[tick].takeFirst()
        guard !messages.isEmpty, let committed = log.commitImmediately(batch(of: messages.entries, &guarded)) else {
            return
        }
        let actions = apply(committed, messages.requesters, &guarded)
        work.responses.reserveCapacity(actions.count)
        for action in actions { add(action, to: &work, &guarded) }
    }

    func batch(of entries: [LogEntry], _ guarded: inout Guarded) -> LogBatch {
        guarded.lastBatch += 1
        return LogBatch(number: guarded.lastBatch, after: guarded.machine.local.lastIssued, entries: entries)
    }

    func add(_ action: OriginAction, to work: inout Outcome, _ guarded: inout Guarded) {
        switch action {
        case .respond(let id, let response):
            guard let pending = guarded.take(id) else { return }
            work.responses.append(Response(id: id, pending: pending, response: response))
        case .deliver(let page):
            var recipients = Page(page)
            for poll in page.polls {
                if let pending = guarded.take(poll.id) { recipients.add(pending, poll.id) }
            }
            guarded.deliveries += UInt64(page.deliveries.count * recipients.count)
            work.pages.append(recipients)
        case .propose(let entry, let requester):
            if guarded.isStopped, requester == nil { return }
            if requester != nil, log.refuses(waiting: guarded.proposals.count) {
                return refuse(entry, requester, .unavailable, with: &work, &guarded)
            }
            if log.storesNothing, let tick = guarded.tick, case .message = entry {
                guarded.ticks[tick].append(entry, requester)
                if guarded.ticks[tick].count >= Self.maxMessagesPerCommit { commit(tick, with: &work, &guarded) }
                return
            }
            if let committed = log.commitImmediately(batch(of: [entry], &guarded)) {
                for action in apply(committed, [requester], &guarded) { add(action, to: &work, &guarded) }
                return
            }
            guard hasCapacity(for: entry, guarded.room) else {
                // A client that would come to a channel comes with its next call.
                return refuse(entry, requester, .behind, with: &work, &guarded)
            }
            guarded.append(entry, requester)
        case .read, .list, .catchUp, .files:
            work.rest.append(action)
        }
    }

    /// So many messages of a tick a log in memory commits together at most.
    private static let maxMessagesPerCommit = 64

    func refuse(
        _ entry: LogEntry,
        _ requester: Requester?,
        _ failure: LogFailure,
        with work: inout Outcome,
        _ guarded: inout Guarded
    ) {
        var proposals = Proposals()
        proposals.append(entry, requester)
        for action in refuse(proposals, failure, &guarded) { add(action, to: &work, &guarded) }
    }

    /// Whether an entry may wait for the log: its keyset leaves room for others there and in the archive. Time passes in any case.
    private func hasCapacity(for entry: LogEntry, _ room: FairQueueQuota) -> Bool {
        guard let keyset = entry.keyset else { return true }
        return room.hasCapacity(for: keyset) && archive.hasCapacity(for: keyset)
    }

    /// Refuses entries that were not proposed.
    func refuse(
        _ proposals: Proposals,
        _ failure: LogFailure,
        _ guarded: inout Guarded
    ) -> [OriginAction] {
        let batch = LogBatch(number: 0, after: 0, entries: proposals.entries)
        return guarded.machine.commitFailed(batch, failure, requesters: proposals.requesters, at: moment)
    }
}
