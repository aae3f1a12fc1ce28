import PubNubWire

/// One server without its sockets, threads and files, as one value: requests, committed entries and the passing of time go in,
/// actions come out.
///
/// A request that changes something becomes an entry that is proposed to the log. Nothing changes before the entry comes
/// back as committed.
struct OriginMachine: Sendable {
    /// What all servers with the same log have.
    var state: OriginState
    /// What concerns this server only.
    var local: LocalRequests
    /// How many proposed entries are neither applied nor failed.
    private(set) var pendingEntries = 0
    /// The date when the oldest of them was proposed, or earlier. Their timetokens are not below it.
    private(set) var pendingSince: UInt64 = 0
    /// The date of the current input.
    private var date: UInt64 = 0

    private var limits: OriginLimits { state.limits }

    init(state: OriginState) {
        self.state = state
        local = LocalRequests(limits: state.limits, isReplicated: state.isReplicated)
        // Every batch says which timetokens its own are above. Those that a former process may have given out are not part of the log.
        _ = local.issueTimetoken(date: 0, latest: state.clock.latest)
    }

    /// When ``timePassed(at:)`` is to be called next; nil when nothing waits for time.
    var nextDeadline: Duration? {
        // On a server by itself the clients that are silent wait until the last tick is applied.
        state.isReplicated || local.isTickPending
            ? local.nextDeadline
            : Duration.earliest(
                Duration.earliest(local.nextDeadline, state.presence.nextDeadline),
                state.announcements.nextDue.map { max($0, local.announcesAfter) }
            )
    }

    /// Takes in a request. Its response is among the actions, or comes with a later input.
    mutating func requestArrived(_ arrival: ParsedRequest, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        date = now.date
        if local.nextInterval == nil, let interval = limits.presenceInterval {
            local.nextInterval = now.uptime + interval
        }
        if case .call(let arrived) = arrival, let interval = state.presence.ownInterval(keyset: arrived.call.keyset),
            !local.hasInterval(keyset: arrived.call.keyset)
        {
            local.setInterval(now.uptime + interval, keyset: arrived.call.keyset)
        }
        switch arrival {
        case .refused(let response):
            return [.respond(id, response)]
        case .call(let arrived):
            if let pause = takeToken(.requestsPerSecond, of: arrived.call, at: now) {
                return [.tooMany(arrived.call, id, retryAfter: pause)]
            }
            let timetoken = local.timetoken(date: now.date, latest: state.clock.latest)
            if let refusal = state.refusal(of: arrived, at: now, timetoken: timetoken) {
                _ = local.issueTimetoken(date: now.date, latest: state.clock.latest)
                return [.respond(id, refusal.wrapped(in: arrived.call.callback))]
            }
            // Messages without the keys or the rights of the keyset use up none of its quota.
            if let quota = arrived.endpoint.quota, let pause = takeToken(quota, of: arrived.call, at: now) {
                return [.tooMany(arrived.call, id, retryAfter: pause)]
            }
            let actions = handle(arrived, id: id, at: now)
            countRefusal()
            return actions
        }
    }

    /// Takes a token of the keyset of a call. Returns after how long there will be one; nil if there was one, or the server has no quotas.
    private mutating func takeToken(_ quota: OriginQuota, of call: OriginCall, at now: Moment) -> Duration? {
        guard state.keysets.hasQuotas else { return nil }
        return local.rates.take(quota, of: call.keyset, state.keysets, local.quotaRefusals, at: now.uptime)
    }

    /// Applies a committed batch, and responds to its clients after the subscribers that waited for it.
    ///
    /// - Parameters:
    ///   - committed: The batch.
    ///   - requesters: The clients that wait for each entry, if this server proposed the batch; empty otherwise.
    ///   - now: The time of this server; `nil` if the moment of the batch is one of its clock.
    /// - Returns: The actions to perform, and the changes for the archive.
    mutating func apply(
        _ committed: Committed,
        requesters: [Requester?],
        at now: Duration? = nil
    ) -> (actions: [OriginAction], changes: [ArchiveChange]) {
        let moment = state.begin(committed.batch, at: committed.moment)
        let here = Moment(date: moment.date, uptime: now ?? moment.uptime)
        var responses: [OriginAction] = []
        responses.reserveCapacity(requesters.count)
        state.expect(committed.batch.entries.count)
        for (index, entry) in committed.batch.entries.enumerated() {
            note(entry, at: here)
            let outcome = state.apply(entry, at: moment)
            guard index < requesters.count, let requester = requesters[index] else {
                _ = state.takeRefusal()
                continue
            }
            countRefusal()
            responses.append(.respond(requester.id, requester.response(to: outcome)))
        }
        pendingEntries -= requesters.count
        let effects = state.takeEffects()
        var actions = effects.reducedKeysets.sortedNames.flatMap { releaseForbidden(of: $0, at: moment) }
        if !effects.messages.isEmpty { actions += deliver(effects.messages, at: moment) }
        return (actions.isEmpty ? responses : actions + responses, effects.changes)
    }

    /// Counts the refusal of the last call or entry, if a quota refused it. A client of this server has to wait for the response.
    mutating func countRefusal() {
        if let quota = state.takeRefusal() { local.quotaRefusals.add(quota) }
    }

    /// Refuses the requests of a batch that could not be committed. Nothing has changed here.
    mutating func commitFailed(
        _ batch: LogBatch,
        _ failure: LogFailure,
        requesters: [Requester?],
        at now: Moment
    ) -> [OriginAction] {
        pendingEntries -= requesters.count
        for case .tick(let tick) in batch.entries {
            local.tickFailed(retryAt: now.uptime + Self.tickRetry)
            guard !state.isReplicated else { continue }
            for present in tick.expired { state.presence.extend(present, until: now.uptime + Self.tickRetry) }
        }
        return requesters.compactMap { requester in requester.map { .respond($0.id, $0.response(to: failure)) } }
    }

    /// When silent clients are looked at again after their timeout could not be stored.
    private static let tickRetry: Duration = .seconds(5)

    /// Forgets a request whose client is gone.
    mutating func clientLeft(_ id: OriginRequestID) {
        local.forget(id)
    }

    /// Does what is due: empty responses, presence timeouts and interval events.
    mutating func timePassed(at now: Moment) -> [OriginAction] {
        date = now.date
        var actions = tick(at: now).map { [propose(.tick($0), for: nil)] } ?? []
        // The client of a late poll that waits on is there after all.
        for update in local.departures.due(at: now.uptime) {
            if let action = proposeIfNeeded(update, for: nil) { actions.append(action) }
        }
        for poll in local.held.expire(at: now.uptime) { actions.append(expired(poll, at: now)) }
        return actions
    }

    /// What time has led to; nil if nothing. If several servers apply the log, time passes there when one of them says so.
    private mutating func tick(at now: Moment) -> LogTick? {
        guard local.takeTick(at: now.uptime) else { return nil }
        let most = LogTick.maxExpired
        let silent =
            state.isReplicated
            ? state.presence.due(at: Moment(logDate: state.clock.latest).uptime, again: Self.tickRetry, limit: most)
            : state.presence.silent(at: now.uptime, limit: most)
        var tick = LogTick(expired: silent, isInterval: false)
        if let due = local.nextInterval, due <= now.uptime, let interval = limits.presenceInterval {
            local.nextInterval = now.uptime + interval
            tick.isInterval = true
        }
        tick.keysets = local.passedIntervals(at: now.uptime)
        for keyset in tick.keysets {
            let interval = state.presence.ownInterval(keyset: keyset)
            local.setInterval(interval.map { now.uptime + $0 }, keyset: keyset)
        }
        if !state.isReplicated, local.announcesAfter <= now.uptime {
            tick.announced = state.announcements.countDue(at: now.uptime, limit: LogTick.maxAnnounced)
        }
        let isEmpty = !tick.isInterval && tick.keysets.isEmpty && tick.expired.isEmpty && tick.announced == 0
        guard state.isReplicated || !isEmpty else { return nil }
        local.tickProposed()
        return tick
    }

    /// The response to a subscriber that has waited long enough, or whose access token has ended.
    private func expired(_ poll: HeldPoll, at now: Moment) -> OriginAction {
        guard let use = poll.terms.token, let refusal = state.refusal(of: use.token, at: now) else {
            return respond(to: poll, with: [])
        }
        return .respond(poll.id, refusal.wrapped(in: poll.terms.callback))
    }

    /// Removes messages that have ended, where there are actions on them. It is an entry of the log, so that the actions end at the same
    /// position on all servers.
    mutating func end(_ messages: [EndedMessages], at now: Moment) -> [OriginAction] {
        date = now.date
        return messages.compactMap { messages in
            guard state.actions.hasActions(on: messages), let call = OriginCall.removal(of: messages) else {
                return nil
            }
            return propose(.request(call), for: nil)
        }
    }

    /// Publishes all presence events that wait, as the server is about to stop. Another server of a cluster does that when they are due.
    mutating func announceAll(at now: Moment) -> [OriginAction] {
        date = now.date
        let count = state.announcements.count
        guard !state.isReplicated, count > 0 else { return [] }
        return [propose(.tick(LogTick(expired: [], isInterval: false, announced: count)), for: nil)]
    }

    /// Responds to every waiting subscriber without messages, as the server is about to stop.
    mutating func stopping() -> [OriginAction] {
        let searching = local.catchingUp.values.sorted { $0.id < $1.id }
        local.catchingUp = [:]
        return (local.held.releaseAll() + searching).map { respond(to: $0, with: []) }
    }

    mutating func propose(_ entry: LogEntry, for requester: Requester?) -> OriginAction {
        if pendingEntries == 0 { pendingSince = date }
        pendingEntries += 1
        return .propose(entry, for: requester)
    }

    /// Proposes the entry for a client that comes to channels or stays in them; nil if the log need not have it.
    mutating func proposeIfNeeded(_ update: PresenceUpdate, for requester: Requester?) -> OriginAction? {
        guard state.isReplicated else {
            return propose(state.changesNothing(update) ? .renewal(update) : .update(update), for: requester)
        }
        return state.isCurrent(update) ? nil : propose(.update(update), for: requester)
    }

    /// Notes what an entry means for the connections of this server.
    private mutating func note(_ entry: LogEntry, at moment: Moment) {
        switch entry {
        case .leave(let client, let topics):
            let timetoken = max(state.clock.latest, moment.date)
            for topic in topics {
                local.departures.left(
                    client,
                    topic,
                    timetoken: timetoken,
                    countsTogether: state.keysets.countsTogether,
                    at: moment.uptime
                )
            }
        case .update(let update), .renewal(let update):
            local.departures.returned(update)
        case .tick(let tick):
            let presence = state.presence
            local.ticked(
                tick,
                interval: limits.presenceInterval,
                keysetInterval: { presence.ownInterval(keyset: $0) },
                at: moment.uptime
            )
        case .message, .request:
            break
        }
    }

    /// Refuses the waiting subscribers of a keyset that have lost a right.
    private mutating func releaseForbidden(of keyset: String, at moment: Moment) -> [OriginAction] {
        local.held.waiting(of: keyset).compactMap { poll in
            guard let refusal = state.accessRefusal(of: poll, at: moment) else { return nil }
            local.held.release(poll.id)
            return .respond(poll.id, refusal.wrapped(in: poll.terms.callback))
        }
    }
}

extension OriginCall {
    /// The call that removes messages of a channel; nil if its names cannot be part of a path.
    static func removal(of messages: EndedMessages) -> OriginCall? {
        let path = Route.historyDeletion.row.template.fill([
            "sub": PercentEncoding.escape(messages.topic.keyset),
            "channel": PercentEncoding.escape(messages.topic.name),
        ])
        let target = "\(path)?start=\(messages.after)&end=\(messages.through)"
        return OriginRequest(method: "DELETE", target: target).call
    }
}

extension Duration {
    /// The earlier one of two times; nil if there is neither.
    static func earliest(_ first: Duration?, _ second: Duration?) -> Duration? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}
