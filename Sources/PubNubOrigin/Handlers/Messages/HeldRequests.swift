import HeapModule
import PubNubWire

/// Subscribe calls that wait for something to say. A pure machine: its callers respond to the calls that it releases.
package struct HeldRequests: Sendable {
    /// The calls that wait for a subscription.
    private struct WaitingList {
        /// In the order in which the calls came; those of calls that no longer wait stay until there are many.
        var requests: [OriginRequestID] = []
        /// How many of them wait.
        var count = 0

        mutating func add(_ request: OriginRequestID) {
            count += 1
            guard let last = requests.last, request < last else { return requests.append(request) }
            // A call that was looked for in the archive comes late, but not by much: its place is near the end.
            let position = requests.lastIndex { $0 < request }.map { $0 + 1 } ?? 0
            requests.insert(request, at: position)
        }
    }

    /// A list is filtered when it has so many requests that no longer wait, in addition to as many as wait.
    private static let maxStale = 64

    private var polls = RequestTable<HeldPoll>()
    private var waiting: [Subscription: WaitingList] = [:]
    /// The deadlines of the calls, and of some that no longer wait.
    private var deadlines = Heap<Deadline<OriginRequestID>>()

    var count: Int { polls.count }
    private var counts = KeysetCounts()

    /// How many calls of a keyset wait.
    package func count(keyset: String) -> Int { counts[keyset] }

    /// How many channels and groups all of them name together.
    private(set) var names = 0
    private var namesByKeyset = KeysetCounts()

    /// How many channels and groups the calls of a keyset name together.
    func names(keyset: String) -> Int { namesByKeyset[keyset] }

    /// A time until which no call has waited long enough; nil when none waits.
    var nextDeadline: Duration? { polls.isEmpty ? nil : deadlines.min?.time }

    /// Holds a call until it is released. A call that was released is never held again.
    mutating func park(_ poll: HeldPoll, until deadline: Duration) {
        polls[poll.id] = poll
        count(1, names: poll.terms.nameCount, keyset: poll.keyset)
        for subscription in poll.terms.subscriptions { waiting[subscription, default: WaitingList()].add(poll.id) }
        deadlines.insert(Deadline(time: deadline, id: poll.id))
    }

    private mutating func count(_ calls: Int, names difference: Int, keyset: String) {
        names += difference
        namesByKeyset.add(difference, to: keyset)
        counts.add(calls, to: keyset)
    }

    /// The calls that wait for a subscription, in the order they came.
    func waiting(for subscription: Subscription) -> [HeldPoll] {
        waiting[subscription]?.requests.compactMap { polls[$0] } ?? []
    }

    /// Whether any call waits for a subscription.
    func isAwaited(_ subscription: Subscription) -> Bool { waiting[subscription] != nil }

    /// The calls of a keyset that wait, in the order they came.
    func waiting(of keyset: String) -> [HeldPoll] {
        guard counts[keyset] > 0 else { return [] }
        return polls.values { $0.keyset.hasSameBytes(as: keyset) }.sorted { $0.id < $1.id }
    }

    subscript(id: OriginRequestID) -> HeldPoll? { polls[id] }

    /// Notes that a call has no use for what there was up to a timetoken.
    mutating func skip(_ id: OriginRequestID, to timetoken: UInt64) {
        guard var poll = polls[id], poll.timetoken < timetoken else { return }
        poll.timetoken = timetoken
        polls[id] = poll
    }

    /// Releases a call that gets its response or whose client is gone; nil if it is not held.
    @discardableResult
    mutating func release(_ id: OriginRequestID) -> HeldPoll? {
        guard let poll = polls.removeValue(of: id) else { return nil }
        count(-1, names: -poll.terms.nameCount, keyset: poll.keyset)
        for subscription in poll.terms.subscriptions { leave(subscription) }
        dropStaleDeadlines()
        return poll
    }

    /// Releases some of the calls that wait for a subscription together, as there may be many thousand.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - isReady: Whether to release a call.
    /// - Returns: The calls, in the order they came.
    mutating func release(waitingFor subscription: Subscription, where isReady: (HeldPoll) -> Bool) -> [HeldPoll] {
        guard let list = waiting[subscription] else { return [] }
        var released: [HeldPoll] = []
        released.reserveCapacity(list.count)
        var rest = WaitingList()
        for id in list.requests {
            guard let poll = polls[id] else { continue }
            if isReady(poll) {
                polls.removeValue(of: id)
                released.append(poll)
            } else {
                rest.add(id)
            }
        }
        guard !released.isEmpty else { return [] }
        waiting[subscription] = rest.count > 0 ? rest : nil
        var names = 0
        for poll in released {
            names += poll.terms.nameCount
            guard poll.terms.nameCount > 1 else { continue }
            for other in poll.terms.subscriptions where other != subscription { leave(other) }
        }
        count(-released.count, names: -names, keyset: subscription.topic.keyset)
        dropStaleDeadlines()
        return released
    }

    /// Notes that a call that waited for a subscription no longer waits.
    private mutating func leave(_ subscription: Subscription) {
        guard let index = waiting.index(forKey: subscription) else { return }
        waiting.values[index].count -= 1
        let list = waiting.values[index]
        if list.count == 0 {
            waiting.remove(at: index)
        } else if list.requests.count > 2 * list.count + Self.maxStale {
            waiting.values[index].requests = list.requests.filter { polls[$0] != nil }
        }
    }

    private mutating func dropStaleDeadlines() {
        guard deadlines.count > 2 * polls.count + Self.maxStale else { return }
        deadlines.removeAll { polls[$0.id] == nil }
    }

    /// Lets go of the calls that have waited long enough.
    mutating func expire(at now: Duration) -> [HeldPoll] {
        var due: [OriginRequestID] = []
        while let first = deadlines.popMin(dueAt: now) { due.append(first.id) }
        return due.sorted().compactMap { release($0) }
    }

    /// Lets go of all calls.
    mutating func releaseAll() -> [HeldPoll] {
        polls.requests.compactMap { release($0) }
    }
}

/// A subscribe call, reduced to what its response needs.
struct HeldPoll: Sendable {
    /// The contents of the call, which copies of it share.
    final class Terms: Sendable {
        /// The subscriptions, without repetitions, in the order of the call. All have the same keyset.
        let subscriptions: [Subscription]
        /// How many they are, so that a message to thousands of calls does not read the list of each.
        let nameCount: Int
        /// The form of its response.
        let form: SubscribeForm
        /// The JSONP function its response is wrapped in; nil for plain JSON.
        let callback: String?
        /// Selects its messages; nil for all. Presence events are delivered with any filter.
        let filter: FilterExpression?
        /// The client's authorization key; nil when it has none, and with an access token.
        let key: String?
        /// The client's access token.
        let token: TokenUse?
        /// The secret key that signed the request, which gives all rights; nil without a signature.
        let secretKey: String?

        init(
            subscriptions: [Subscription],
            form: SubscribeForm,
            callback: String? = nil,
            key: String? = nil,
            token: TokenUse? = nil,
            secretKey: String? = nil,
            filter: FilterExpression? = nil
        ) {
            self.subscriptions = subscriptions
            nameCount = subscriptions.count
            self.form = form
            self.callback = callback
            self.key = key
            self.token = token
            self.secretKey = secretKey
            self.filter = filter
        }
    }

    let id: OriginRequestID
    let terms: Terms
    /// The timetoken that it continues from; a response without messages repeats it.
    var timetoken: UInt64
    /// False if its client sends no more, so that it gets a response now, or none.
    var mayWait = true

    var keyset: String { terms.subscriptions.first?.topic.keyset ?? "" }

    /// Whether a message is one that the subscriber's filter lets through.
    func wants(_ message: ChannelMessage, _ subject: FilterSubject) -> Bool {
        message.isPresence || terms.filter?.matches(subject) ?? true
    }

    /// The same for a message that is looked at for this subscriber only.
    func wants(_ message: ChannelMessage) -> Bool {
        terms.filter == nil || wants(message, FilterSubject(message))
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
        guard case .matched = terms.form, !pattern.isPresence else { return false }
        let presence = ChannelName.presence(of: pattern.topic.name)
        return !terms.subscriptions.contains { $0.topic.name == presence }
    }
}
