import NIOConcurrencyHelpers

/// Work that is done without the lock.
extension OriginCore {
    /// Takes in an input with the lock, and then performs the work that it leads to.
    ///
    /// - Parameters:
    ///   - tick: The ticks of the event loop whose thread this is; nil on any other thread.
    ///   - input: Takes it in. The work is not its result, as that would be copied.
    func process(on tick: Int? = nil, _ input: (inout Guarded, inout Outcome) -> Void) {
        var work = Outcome()
        guarded.withLockedValue { input(&$0, &work) }
        perform(work, on: tick)
    }

    /// Performs the work of an input.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - tick: The ticks of the event loop whose thread this is; nil on any other thread.
    func perform(_ work: Outcome, on tick: Int? = nil) {
        if let batch = work.batch { log.propose(batch) }
        if let issued = work.lastIssued { log.timetokensIssued(upTo: issued) }
        var replies = GroupedReplies(tick: tick)
        for page in work.pages {
            let response = page.response
            for recipients in page.recipients {
                replies.add(.response(response, manner: .whole), for: recipients.receivers, of: recipients.tick)
            }
            for request in page.faulty { finish(request.id, request.pending, with: response, &replies) }
        }
        work.responses.forEach(where: replies.isForOther) { response in
            finish(response.id, response.pending, with: response.response, &replies)
        }
        // Other event loops get theirs first, so that all send at the same time.
        handOver(replies, batchWait: work.batchWait)
        replies.own.pass()
        work.responses.forEach(where: { !replies.isForOther($0) }) { response in
            finish(response.id, response.pending, with: response.response, &replies)
        }
        for action in work.rest { perform(action) }
        for continuation in work.idle { continuation.resume() }
    }

    /// Hands replies over to the event loops of their requests, each with one change of threads.
    ///
    /// - Parameters:
    ///   - replies: The replies.
    ///   - batchWait: The wait of the next batch for the next requests of those clients. The first event loop on which its time is up ends it,
    ///     as another one may be busy.
    private func handOver(_ replies: GroupedReplies, batchWait: BatchWait?) {
        for (tick, replies) in replies.others.enumerated() where !replies.isEmpty {
            let eventLoop = guarded.withLockedValue { $0.eventLoops[tick] }
            eventLoop.execute { replies.pass() }
            guard let batchWait, let time = log.batchWaitLimit else { continue }
            eventLoop.schedule(time) { [weak self] in self?.endBatchWait(batchWait) }
        }
    }

    /// The next batch waits no longer. Does nothing if a later wait has begun.
    func endBatchWait(_ ended: BatchWait? = nil) {
        process { guarded, work in
            guard let current = guarded.batchWait, ended.map({ $0.batch == current.batch }) ?? true else { return }
            guarded.batchWait = nil
            gather([], &guarded, into: &work)
        }
    }

    func perform(_ action: OriginAction) {
        switch action {
        case .respond, .deliver, .propose:
            break
        case .read(let query, let id, let callback):
            let date = configuration.clock.date
            let isTaken = read(for: query.keyset, isLong: query.isLong, of: id) {
                try query.response(from: $0, date: date)
            } completion: { [weak self] response in
                self?.finish(id, with: (response ?? query.failure).wrapped(in: callback))
            }
            if !isTaken { finish(id, with: StorageResponse.unavailable(Self.manyReads).wrapped(in: callback)) }
        case .list(let query, let id, let callback):
            guard query.isLong else { return finish(id, with: query.response.wrapped(in: callback)) }
            // A copy that waits would make each change of the original copy all of it.
            let waiting = query.withoutContent
            let isTaken = reads.run(for: query.keyset, from: address(of: id), blocks: true) { [weak self] end in
                if let query = self?.listAwaited(waiting, by: id) {
                    self?.finish(id, with: query.response.wrapped(in: callback))
                }
                end()
            }
            if !isTaken { finish(id, with: ErrorResponse.unavailable(Self.manyReads).wrapped(in: callback)) }
        case .catchUp(let search):
            let latest = guarded.withLockedValue { $0.machine.state.clock.latest }
            let date = configuration.clock.date
            let isTaken = read(for: search.keyset, isLong: search.isLong, of: search.poll) {
                try search.deliveries(from: $0, date: date)
            } completion: { [weak self] found in
                self?.searched(search, found: found, latest: latest)
            }
            if !isTaken { searched(search, found: nil, latest: latest) }
        case .files(let call, let id, let isPrivate):
            serveFiles(call, for: id, isPrivate: isPrivate)
        }
    }

    private func serveFiles(_ call: OriginCall, for id: OriginRequestID, isPrivate: Bool) {
        let now = configuration.clock.moment
        guard files.isLong(call) else {
            return finish(id, with: files.response(to: call, isPrivate: isPrivate, at: now))
        }
        let isTaken = fileWork.run(for: call.keyset, from: address(of: id), blocks: true) { [weak self, files] end in
            let response = files.response(to: call, isPrivate: isPrivate, at: now)
            self?.finish(id, with: response)
            end()
        }
        if !isTaken { finish(id, with: ErrorResponse.unavailable(Self.manyReads)) }
    }

    private static let manyReads = "Too many long reads of this keyset wait. Send the request again later."

    /// A list with its content as of now; nil if its client is gone.
    private func listAwaited(_ query: any OriginListQuery, by id: OriginRequestID) -> (any OriginListQuery)? {
        guarded.withLockedValue { guarded in
            guarded.pending[id] == nil ? nil : query.withContent(of: guarded.machine.state)
        }
    }

    func address(of id: OriginRequestID) -> AddressKey? { guarded.withLockedValue { $0.pending[id]?.address } }

    private func isAwaited(_ id: OriginRequestID) -> Bool { guarded.withLockedValue { $0.pending[id] != nil } }

    /// Reads from the archive, with a place among the long reads unless it is a short read from memory. A read whose client is gone before it starts
    /// is left out.
    ///
    /// - Returns: Whether it was taken in. It was not if too many reads of the keyset wait.
    func read<Value: Sendable>(
        for keyset: String,
        isLong: Bool,
        of id: OriginRequestID,
        _ body: @escaping @Sendable (any ArchiveReader) throws -> Value,
        completion: @escaping @Sendable (Value?) -> Void
    ) -> Bool {
        // An archive that stores all changes has readers on threads of its own.
        let hasReaders = archive.storesAll
        guard hasReaders || isLong else {
            archive.read(body, completion: completion)
            return true
        }
        return reads.run(for: keyset, from: address(of: id), blocks: !hasReaders) { [weak self, archive] end in
            guard self?.isAwaited(id) == true else { return end() }
            archive.read(body) { value in
                completion(value)
                end()
            }
        }
    }

    private func searched(_ search: ArchiveSearch, found: [Delivery]?, latest: UInt64) {
        let now = configuration.clock.moment
        process { guarded, work in
            let actions = guarded.machine.searched(search, found: found, latest: latest, at: now)
            gather(actions, &guarded, into: &work)
        }
    }

    func finish(_ id: OriginRequestID, with response: OriginResponse) {
        guard let pending = guarded.withLockedValue({ $0.pending.removeValue(of: id) }) else { return }
        var replies = GroupedReplies(tick: pending.tick)
        finish(id, pending, with: response, &replies)
    }

    func finish(
        _ id: OriginRequestID,
        _ pending: Pending,
        with response: OriginResponse,
        _ replies: inout GroupedReplies
    ) {
        // A server that ends does not wait for delays that begin now, as little as for others.
        guard case .delay(let duration) = pending.fault, !guarded.withLockedValue({ $0.isEnding }) else {
            return replies.finish(pending, OriginReply.late(response, pending.fault))
        }
        let clock = configuration.clock
        let deadline = clock.uptime + duration
        guarded.withLockedValue { guarded in
            guarded.delays[id] = Task { [weak self] in
                try? await clock.sleep(until: deadline)
                let isWanted = self?.guarded.withLockedValue { $0.delays.removeValue(forKey: id) } != nil
                guard isWanted else { return }
                pending.receiver.take(.response(response, manner: .whole))
            }
        }
    }
}
