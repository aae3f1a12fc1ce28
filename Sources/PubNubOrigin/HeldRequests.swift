/// Subscribe calls that wait for something to say. A pure machine: what it lets go of is its callers' to answer.
struct HeldRequests: Sendable {
    private var polls: [RequestID: HeldPoll] = [:]
    private var waiting: [Subscription: Set<RequestID>] = [:]
    private var deadlines = DeadlineQueue<RequestID>()

    var count: Int { polls.count }
    /// How many channels and groups all of them name together.
    private(set) var names = 0
    /// When the next call has waited long enough; nil when none waits.
    var nextDeadline: Duration? { deadlines.earliest }

    /// Holds a call until it is taken, expires or is released.
    mutating func park(_ poll: HeldPoll, until deadline: Duration) {
        release(poll.id)
        polls[poll.id] = poll
        names += poll.subscriptions.count
        for subscription in poll.subscriptions { waiting[subscription, default: []].insert(poll.id) }
        deadlines.set(poll.id, at: deadline)
    }

    /// The calls that wait for a subscription, in the order they came.
    func waiting(for subscription: Subscription) -> [RequestID] { waiting[subscription]?.sorted() ?? [] }

    /// The calls that wait, in the order they came.
    var all: [HeldPoll] { polls.values.sorted { $0.id < $1.id } }

    subscript(id: RequestID) -> HeldPoll? { polls[id] }

    /// Notes that a call has no use for what there was up to a timetoken.
    mutating func skip(_ id: RequestID, to timetoken: UInt64) {
        guard let poll = polls[id], poll.timetoken < timetoken else { return }
        polls[id]?.timetoken = timetoken
    }

    /// Lets go of a call, to be answered or because its client is gone; nil when it is not held.
    @discardableResult
    mutating func release(_ id: RequestID) -> HeldPoll? {
        guard let poll = polls.removeValue(forKey: id) else { return nil }
        names -= poll.subscriptions.count
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
