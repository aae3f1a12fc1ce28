/// Clients that left channels a short while ago, and their polls that came in late.
///
/// A client ends its poll and leaves on another connection, where its leave may overtake the poll. Such a poll must not bring
/// the client back. It shows by its timetoken, which is older than the leave, and by its connection, which is
/// closed already; so its client counts as present only when it waits on. Time is passed in.
struct Departures: Sendable {
    /// How long a poll may take to arrive.
    private static let memory: Duration = .seconds(30)
    /// How long a late poll has to wait until it counts.
    private static let grace: Duration = .seconds(1)

    private let capacity: Int
    private var left: [PresentClient: UInt64] = [:]
    private var counts = KeysetCounts()
    private var forgotten = DeadlineQueue<PresentClient>()
    private var late = RequestTable<PresenceUpdate>()
    private var counting = DeadlineQueue<OriginRequestID>()

    /// A record of at most `capacity` departures, from all keysets or from each; further ones are not remembered.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// When a late poll may count; nil without late polls.
    var nextDeadline: Duration? { counting.earliest }

    /// How many departures are remembered.
    var count: Int { left.count }

    /// Notes that a client left a channel at a timetoken.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - topic: The channel.
    ///   - timetoken: The timetoken.
    ///   - countsTogether: Whether the departures of all keysets are counted together.
    ///   - now: The time.
    mutating func left(
        _ client: String,
        _ topic: Topic,
        timetoken: UInt64,
        countsTogether: Bool = true,
        at now: Duration
    ) {
        for present in forgotten.expired(at: now) { forget(present) }
        guard (countsTogether ? left.count : counts[topic.keyset]) < capacity else { return }
        let present = PresentClient(topic: topic, client: client)
        if left.updateValue(timetoken, forKey: present) == nil { counts.add(1, to: topic.keyset) }
        forgotten.set(present, at: now + Self.memory)
    }

    /// Notes that a client is in channels again.
    mutating func returned(_ update: PresenceUpdate) {
        guard !left.isEmpty else { return }
        for topic in update.topics {
            let present = PresentClient(topic: topic, client: update.client)
            if forget(present) { forgotten.remove(present) }
        }
    }

    @discardableResult
    private mutating func forget(_ present: PresentClient) -> Bool {
        guard left.removeValue(forKey: present) != nil else { return false }
        counts.add(-1, to: present.topic.keyset)
        return true
    }

    /// The channels of a poll that its client left after the poll's timetoken.
    func departed(_ client: String?, from topics: [Topic], since timetoken: UInt64, at now: Duration) -> [Topic] {
        guard let client, !left.isEmpty else { return [] }
        return topics.filter { topic in
            let present = PresentClient(topic: topic, client: client)
            guard let departure = left[present], timetoken <= departure else { return false }
            return forgotten.deadline(of: present).map { $0 > now } ?? false
        }
    }

    /// Holds what a late poll says about its client until the poll has waited long enough.
    mutating func hold(_ update: PresenceUpdate, of id: OriginRequestID, at now: Duration) {
        late[id] = update
        counting.set(id, at: now + Self.grace)
    }

    /// Forgets a late poll that got its response or whose client is gone.
    mutating func release(_ id: OriginRequestID) {
        guard late.removeValue(of: id) != nil else { return }
        counting.remove(id)
    }

    /// The clients whose late polls have waited long enough.
    mutating func due(at now: Duration) -> [PresenceUpdate] {
        counting.expired(at: now).compactMap { late.removeValue(of: $0) }
    }
}
