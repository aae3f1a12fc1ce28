import PubNubWire

/// Subscribe calls that wait for something to say. A pure machine: its callers respond to the calls that it releases.
struct HeldRequests: Sendable {
    private var polls: [RequestID: HeldPoll] = [:]
    private var waiting: [Subscription: Set<RequestID>] = [:]
    private var deadlines = DeadlineQueue<RequestID>()

    var count: Int { polls.count }
    private var counts = KeysetCounts()

    /// How many calls of a keyset wait.
    func count(keyset: String) -> Int { counts[keyset] }

    /// How many channels and groups all of them name together.
    private(set) var names = 0
    private var namesByKeyset = KeysetCounts()

    /// How many channels and groups the calls of a keyset name together.
    func names(keyset: String) -> Int { namesByKeyset[keyset] }
    /// When the next call has waited long enough; nil when none waits.
    var nextDeadline: Duration? { deadlines.earliest }

    /// Holds a call until it is taken, expires or is released.
    mutating func park(_ poll: HeldPoll, until deadline: Duration) {
        release(poll.id)
        polls[poll.id] = poll
        names += poll.subscriptions.count
        namesByKeyset.add(poll.subscriptions.count, to: poll.keyset)
        counts.add(1, to: poll.keyset)
        for subscription in poll.subscriptions { waiting[subscription, default: []].insert(poll.id) }
        deadlines.set(poll.id, at: deadline)
    }

    /// The calls that wait for a subscription, in the order they came.
    func waiting(for subscription: Subscription) -> [RequestID] { waiting[subscription]?.sorted() ?? [] }

    /// Whether any call waits for a subscription.
    func isAwaited(_ subscription: Subscription) -> Bool { waiting[subscription] != nil }

    /// Calls a closure for each call that waits for a subscription, in any order.
    mutating func forEach(waitingFor subscription: Subscription, _ body: (inout HeldRequests, RequestID) -> Void) {
        guard let ids = waiting[subscription] else { return }
        for id in ids { body(&self, id) }
    }

    /// The calls that wait, in the order they came.
    var all: [HeldPoll] { polls.values.sorted { $0.id < $1.id } }

    subscript(id: RequestID) -> HeldPoll? { polls[id] }

    /// Notes that a call has no use for what there was up to a timetoken.
    mutating func skip(_ id: RequestID, to timetoken: UInt64) {
        guard let poll = polls[id], poll.timetoken < timetoken else { return }
        polls[id]?.timetoken = timetoken
    }

    /// Releases a call that gets its response or whose client is gone; nil if it is not held.
    @discardableResult
    mutating func release(_ id: RequestID) -> HeldPoll? {
        guard let poll = polls.removeValue(forKey: id) else { return nil }
        names -= poll.subscriptions.count
        namesByKeyset.add(-poll.subscriptions.count, to: poll.keyset)
        counts.add(-1, to: poll.keyset)
        for subscription in poll.subscriptions {
            waiting[subscription]?.remove(id)
            if waiting[subscription]?.isEmpty == true { waiting[subscription] = nil }
        }
        deadlines.remove(id)
        return poll
    }

    /// Lets go of the calls that have waited long enough.
    mutating func expire(at now: Duration) -> [HeldPoll] {
        deadlines.expired(at: now).sorted().compactMap { release($0) }
    }

    /// Lets go of all calls.
    mutating func releaseAll() -> [HeldPoll] {
        polls.keys.sorted().compactMap { release($0) }
    }
}

/// A subscribe call, reduced to what its response needs.
struct HeldPoll: Sendable, Equatable {
    let id: RequestID
    /// The subscriptions, without repetitions, in the order of the call.
    let subscriptions: [Subscription]
    /// The timetoken that it continues from; a response without messages repeats it.
    var timetoken: UInt64
    /// The form of its response.
    let form: SubscribeForm
    /// The JSONP function its response is wrapped in; nil for plain JSON.
    let callback: String?
    /// The client's authorization key; nil when it has none, and with an access token.
    var key: String?
    /// The client's access token.
    var token: TokenUse?
    /// The secret key that signed the request, which gives all rights; nil without a signature.
    var secretKey: String?
    /// Selects its messages; nil for all. Presence events are delivered with any filter.
    var filter: FilterExpression?
    /// False if its client sends no more, so that it gets a response now, or none.
    var mayWait = true

    /// The keyset of all its subscriptions.
    var keyset: String { subscriptions.first?.topic.keyset ?? "" }

    /// Whether a message is one that the subscriber's filter lets through.
    func wants(_ message: ChannelMessage, _ subject: FilterSubject) -> Bool {
        message.isPresence || filter?.matches(subject) ?? true
    }

    /// The same for a message that is looked at for this subscriber only.
    func wants(_ message: ChannelMessage) -> Bool {
        filter == nil || wants(message, FilterSubject(message))
    }

    /// Whether a message that matches a subscription is for this subscriber: it has not had it yet, and a pattern
    /// without presence suffix brings presence events in version 1 only, and not when the one with it is subscribed to
    /// as well.
    func takes(_ message: ChannelMessage, through subscription: Subscription) -> Bool {
        guard message.timetoken > timetoken else { return false }
        guard subscription.kind == .wildcard, message.isPresence, !subscription.isPresence else { return true }
        return takesPresence(through: subscription)
    }

    /// Whether a pattern without presence suffix brings presence events.
    func takesPresence(through pattern: Subscription) -> Bool {
        guard case .matched = form, !pattern.isPresence else { return false }
        let presence = ChannelName.presence(of: pattern.topic.name)
        return !subscriptions.contains { $0.topic.name == presence }
    }
}
