import PubNubWire

extension Endpoint {
    static let subscribe = Endpoint(
        .subscribe,
        .right(.read, on: .subscriptions),
        .subscription,
        givesStates: true
    )
}

extension OriginMachine {
    /// A long poll: gets its response immediately if there are messages or it only asks where to start; held otherwise.
    mutating func subscribe(_ arrived: ParsedCall, id: OriginRequestID, at now: Moment) -> [OriginAction] {
        let call = arrived.call
        let token = arrived.token
        guard let timetoken = Self.timetoken(of: call) else {
            return [.respond(id, ErrorResponse.invalidTimetoken.wrapped(in: call.callback))]
        }
        if call.channels.isEmpty, call.groups.allSatisfy({ state.isEmptyGroup($0, keyset: call.keyset) }) {
            return [.respond(id, ErrorResponse.emptyGroups.wrapped(in: call.callback))]
        }
        let filter: FilterExpression?
        do throws(FilterError) {
            filter = try arrived.filter.get()
        } catch {
            return [.respond(id, ErrorResponse.malformedFilter(error).wrapped(in: call.callback))]
        }
        let subscriptions =
            call.channels.map { Subscription.channel($0, keyset: call.keyset) }
            + call.groups.map { Subscription.group($0, keyset: call.keyset) }
        let topics = state.presenceTopics(call)
        if let refusal = state.crowdRefusal(topics, for: arrived) {
            return [.respond(id, refusal.wrapped(in: call.callback))]
        }
        // Taken before presence changes: the client's own join comes after the moment it starts from.
        let terms = HeldPoll.Terms(
            subscriptions: subscriptions,
            form: SubscribeForm(of: subscriptions, version2: call.route == .subscribeV2),
            callback: call.callback,
            key: token.use == nil ? call.query.text("auth") : nil,
            token: token.use,
            secretKey: token.secretKey,
            filter: filter
        )
        let poll = HeldPoll(id: id, terms: terms, timetoken: timetoken == 0 ? start(at: now) : timetoken)
        let departed = local.departures.departed(call.client, from: topics, since: timetoken, at: now.uptime)
        let isLate = timetoken != 0 && !departed.isEmpty
        let present = isLate ? topics.filter { !departed.contains($0) } : topics
        var actions: [OriginAction] = []
        if let update = state.update(in: present, for: arrived), let action = proposeIfNeeded(update, for: nil) {
            actions.append(action)
        }
        if timetoken == 0 { return actions + [respond(to: poll, with: [])] }
        if let response = settle(poll, at: now) { return actions + [response] }
        if isLate, let update = state.update(in: departed, for: arrived) {
            local.departures.hold(update, of: id, at: now.uptime)
        }
        return actions
    }

    /// Takes in what the archive has for a subscriber.
    ///
    /// - Parameters:
    ///   - search: The search.
    ///   - stored: The oldest messages that the archive has, at most a page; `nil` if it could not be read.
    ///   - latest: The highest timetoken that the archive had when it was searched.
    ///   - now: The moment.
    /// - Returns: The response, or a further search; nothing if the poll waits or is gone. One search may lead to a second one, which looks
    ///   everywhere, and that to none.
    mutating func searched(
        _ search: ArchiveSearch,
        found stored: [Delivery]?,
        latest: UInt64,
        at now: Moment
    ) -> [OriginAction] {
        guard var poll = local.catchingUp.removeValue(forKey: search.poll) else { return [] }
        guard let stored else {
            return [.respond(poll.id, ErrorResponse.storageFailed.wrapped(in: poll.terms.callback))]
        }
        if let refusal = state.accessRefusal(of: poll, at: now) {
            return [.respond(poll.id, refusal.wrapped(in: poll.terms.callback))]
        }
        // Messages that left their buffers during the search are nowhere else.
        if let missing = state.search(for: poll), !search.covers(missing),
            let further = state.search(for: poll, isEverywhere: true)
        {
            local.catchingUp[poll.id] = poll
            return [.catchUp(further)]
        }
        let buffered = state.buffered(for: poll)
        let isPartial = stored.count >= search.limit || !buffered.isComplete
        // Up to here the archive and the buffers have everything together.
        var end = stored.count >= search.limit ? stored.last?.message.timetoken ?? latest : latest
        if !buffered.isComplete { end = min(end, buffered.skipped) }
        let wanted = stored.filter { $0.message.timetoken <= end && poll.wants($0.message) }
        let known = Set(stored.map(PageKey.Item.init))
        let others = buffered.found.filter { delivery in
            delivery.message.timetoken <= end && !known.contains(PageKey.Item(delivery))
        }
        let page = Delivery.oldest(wanted + others, limit: search.limit)
        if !page.isEmpty { return [respond(to: poll, with: page)] }
        poll.timetoken = max(poll.timetoken, end)
        // A filter that refuses a page of messages: the next poll looks at the next page, so that the work for one is bounded.
        if isPartial { return [respond(to: poll, with: [])] }
        return settle(poll, at: now).map { [$0] } ?? []
    }

    /// The response to a subscriber.
    func respond(to poll: HeldPoll, with deliveries: [Delivery]) -> OriginAction {
        .deliver(page(for: poll, with: deliveries))
    }

    private func page(for poll: HeldPoll, with deliveries: [Delivery]) -> PageForPolls {
        PageForPolls(
            polls: [poll],
            deliveries: deliveries,
            timetoken: deliveries.last?.message.timetoken ?? poll.timetoken,
            form: poll.terms.form,
            region: state.configuration.region,
            callback: poll.terms.callback
        )
    }

    /// Responds to the waiting subscribers that receive messages of an applied batch, in the order in which they came.
    mutating func deliver(_ messages: [ChannelMessage], at moment: Moment) -> [OriginAction] {
        guard local.held.count > 0 else { return [] }
        var matches: [Match] = []
        for message in messages {
            for subscription in state.subscriptions(matching: message) where local.held.isAwaited(subscription) {
                matches.append(Match(message: message, subscription: subscription))
            }
        }
        guard let first = matches.first else { return [] }
        return matches.count == 1 ? broadcast(first, at: moment) : deliver(matches, at: moment)
    }

    /// A message, and a subscription that it is for.
    private struct Match {
        let message: ChannelMessage
        let subscription: Subscription

        var delivery: Delivery { Delivery(message: message, matched: subscription.topic.name) }
    }

    /// Responds to the subscribers of one subscription, of whom there may be many thousand, with one message.
    private mutating func broadcast(_ match: Match, at moment: Moment) -> [OriginAction] {
        let message = match.message
        let subject = FilterSubject(message)
        var refusing: [OriginRequestID] = []
        let polls = local.held.release(waitingFor: match.subscription) { poll in
            guard poll.takes(message, through: match.subscription) else { return false }
            let isWanted = poll.wants(message, subject)
            if !isWanted { refusing.append(poll.id) }
            return isWanted
        }
        for id in refusing { local.held.skip(id, to: message.timetoken) }
        let found = FoundMessages([match.delivery])
        var responses = SharedResponses()
        let hasAccessManager = state.keysets.hasAccessManager(match.subscription.topic.keyset)
        for poll in polls {
            respond(to: poll, with: found, among: &responses, hasAccessManager: hasAccessManager, at: moment)
        }
        return responses.actions
    }

    private mutating func deliver(_ matches: [Match], at moment: Moment) -> [OriginAction] {
        var pages: [OriginRequestID: [Delivery]] = [:]
        for match in matches {
            let message = match.message
            let subject = FilterSubject(message)
            for poll in local.held.waiting(for: match.subscription)
            where poll.takes(message, through: match.subscription) {
                if poll.wants(message, subject) {
                    pages[poll.id, default: []].append(match.delivery)
                } else {
                    local.held.skip(poll.id, to: message.timetoken)
                }
            }
        }
        var responses = SharedResponses()
        for (id, found) in pages.sorted(by: { $0.key < $1.key }) {
            guard let poll = local.held.release(id) else { continue }
            let hasAccessManager = state.keysets.hasAccessManager(poll.keyset)
            let found = FoundMessages(found)
            respond(to: poll, with: found, among: &responses, hasAccessManager: hasAccessManager, at: moment)
        }
        return responses.actions
    }

    /// Responds to a subscriber that waited with the messages it receives.
    private mutating func respond(
        to poll: HeldPoll,
        with found: FoundMessages,
        among responses: inout SharedResponses,
        hasAccessManager: Bool,
        at moment: Moment
    ) {
        local.departures.release(poll.id)
        // A right may have ended while its holder waited.
        if hasAccessManager, let refusal = state.accessRefusal(of: poll, at: moment) {
            responses.refusals.append(.respond(poll.id, refusal.wrapped(in: poll.terms.callback)))
            return
        }
        if responses.add(poll, with: found) { return }
        let deliveries = Delivery.oldest(found.deliveries, limit: state.limits.pageMessages)
        responses.add(page(for: poll, with: deliveries), for: PageKey(poll.terms, found))
    }

    /// Responds to a poll if there is something to respond with, and holds it otherwise.
    private mutating func settle(_ poll: HeldPoll, at now: Moment) -> OriginAction? {
        var poll = poll
        switch state.pending(for: poll) {
        case .page(let page):
            return respond(to: poll, with: page)
        case .later(let timetoken):
            poll.timetoken = timetoken
            return respond(to: poll, with: [])
        case .archived(let search):
            local.catchingUp[poll.id] = poll
            return .catchUp(search)
        case .nothing(let timetoken):
            poll.timetoken = timetoken
        }
        guard poll.mayWait else { return respond(to: poll, with: []) }
        let names = state.counted(local.held.names, own: local.held.names(keyset: poll.keyset))
        guard names + poll.terms.subscriptions.count <= state.limits.waitingNames else {
            return .respond(poll.id, ErrorResponse.tooManyWaiting.wrapped(in: poll.terms.callback))
        }
        guard state.allows(local.held.count(keyset: poll.keyset) + 1, .heldPolls, poll.keyset) else {
            countRefusal()
            return .respond(poll.id, ErrorResponse.tooManyWaiting.wrapped(in: poll.terms.callback))
        }
        local.held.park(poll, until: deadline(of: poll, at: now))
        return nil
    }

    /// When a subscriber has waited long enough: at the end of its access token at the latest.
    private func deadline(of poll: HeldPoll, at now: Moment) -> Duration {
        let deadline = now.uptime + state.limits.emptyResponseAfter
        guard let expiry = poll.terms.token?.token.expiry else { return deadline }
        let rest = expiry > now.date ? expiry - now.date : 0
        return min(deadline, now.uptime + .microseconds(Int64(clamping: (rest + 9) / 10)))
    }

    /// The timetoken for a client that wants what comes from now on: below that of every message which it can still
    /// receive, those on their way to the log among them.
    private mutating func start(at now: Moment) -> UInt64 {
        guard pendingEntries > 0, !state.isReplicated else {
            return local.issueTimetoken(date: now.date, latest: state.clock.latest)
        }
        return max(state.clock.latest, max(min(now.date, pendingSince), 2) - 1)
    }

    private static func timetoken(of call: OriginCall) -> UInt64? {
        if let text = call[.timetoken] ?? call.query.text("tt") { return Timetoken(text)?.rawValue }
        guard let text = call.query.json("t") else { return 0 }
        return (try? JSON(parsing: text))?["t"].flatMap { Timetoken($0) }?.rawValue
    }
}

/// The responses to waiting subscribers, each for all that get the same one.
private struct SharedResponses {
    var refusals: [OriginAction] = []
    private var pages: [PageForPolls] = []
    private var indexes: [PageKey: Int] = [:]
    /// The key of the last page that was used: in most cases all subscribers get the same.
    private var last: PageKey?

    var actions: [OriginAction] { refusals + pages.map { .deliver($0) } }

    /// Adds a subscriber to the page that others get. Returns false without such a page.
    mutating func add(_ poll: HeldPoll, with found: FoundMessages) -> Bool {
        if let last, last.isKey(of: poll.terms, found) {
            pages[pages.count - 1].polls.append(poll)
            return true
        }
        guard let index = indexes[PageKey(poll.terms, found)] else { return false }
        pages[index].polls.append(poll)
        return true
    }

    /// Adds the page of the first subscriber with a key.
    mutating func add(_ page: PageForPolls, for key: PageKey) {
        indexes[key] = pages.count
        pages.append(page)
        last = key
    }
}

/// Messages for subscribers that waited.
private struct FoundMessages {
    let deliveries: [Delivery]
    /// What tells these messages from others.
    let items: [PageKey.Item]

    init(_ deliveries: [Delivery]) {
        self.deliveries = deliveries
        items = deliveries.map(PageKey.Item.init)
    }
}

/// What decides a response to a waiting subscriber: polls with equal keys get the same response.
private struct PageKey: Hashable {
    struct Item: Hashable {
        let timetoken: UInt64
        let matched: NameKey

        init(_ delivery: Delivery) {
            timetoken = delivery.message.timetoken
            matched = NameKey(delivery.matched)
        }
    }

    let form: SubscribeForm
    let callback: String?
    let items: [Item]

    init(_ terms: HeldPoll.Terms, _ found: FoundMessages) {
        form = terms.form
        callback = terms.callback
        items = found.items
    }

    /// Whether the initializer would make this key.
    func isKey(of terms: HeldPoll.Terms, _ found: FoundMessages) -> Bool {
        form == terms.form && callback == terms.callback && items == found.items
    }
}
