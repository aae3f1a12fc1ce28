import PubNubWire

/// The clients of each channel, their states and deadlines. Callers pass the time; functions return the changes.
struct PresenceStore: Sendable {
    /// A client in a channel.
    struct Occupant: Sendable, Equatable {
        let client: String
        let state: JSONValue?
    }

    private struct Member {
        let order: UInt64
        var state: JSONValue?
        var stateBytes: Int

        init(order: UInt64, state: JSONValue?) {
            self.order = order
            self.state = state
            stateBytes = state?.serialized().count ?? 0
        }
    }

    private var members: [Topic: [String: Member]] = [:]
    private var channelsOf: [Topic: Set<String>] = [:]
    private var deadlines = DeadlineQueue<Membership>()
    private var crowds: [Topic: PresenceCrowd] = [:]
    private var order: UInt64 = 0
    private let announceMaximum: Int
    private let crowdedChannels: Int
    /// How many stays of clients in channels there are.
    private(set) var count = 0
    /// What all states take, as JSON text.
    private(set) var stateBytes = 0

    /// A store that announces each change in channels of at most `announceMaximum` clients; nil announces all. Of
    /// others it remembers up to the next interval event what happened, in so many channels at most.
    init(announceMaximum: Int? = nil, crowdedChannels: Int = .max) {
        self.announceMaximum = announceMaximum ?? .max
        self.crowdedChannels = crowdedChannels
    }

    /// When the next client may time out; nil without clients.
    var nextDeadline: Duration? { deadlines.earliest }

    /// Keeps a client in a channel until a deadline, taking it in if need be. A state given replaces the one it has.
    mutating func touch(
        _ client: String,
        in topic: Topic,
        state: JSONValue? = nil,
        until deadline: Duration
    ) -> PresenceChange? {
        deadlines.set(Membership(topic: topic, client: client), at: deadline)
        if members[topic]?[client] != nil {
            guard let state else { return nil }
            return setState(state, of: client, in: topic)
        }
        order += 1
        let member = Member(order: order, state: state)
        members[topic, default: [:]][client] = member
        count += 1
        stateBytes += member.stateBytes
        channelsOf[Topic(keyset: topic.keyset, name: client), default: []].insert(topic.name)
        return change(.join(client), in: topic, state: state)
    }

    /// Takes a client out of a channel; nil when it is not there.
    mutating func leave(_ client: String, _ topic: Topic) -> PresenceChange? {
        deadlines.remove(Membership(topic: topic, client: client))
        return remove(client, from: topic) ? change(.leave(client), in: topic) : nil
    }

    /// Takes out the clients that were silent for too long.
    mutating func expire(at now: Duration) -> [PresenceChange] {
        deadlines.expired(at: now).compactMap { membership in
            guard remove(membership.client, from: membership.topic) else { return nil }
            return change(.timeout(membership.client), in: membership.topic)
        }
    }

    /// Replaces a client's state in a channel; nil when it is not there or nothing changes.
    mutating func setState(_ state: JSONValue, of client: String, in topic: Topic) -> PresenceChange? {
        guard let member = members[topic]?[client], member.state != state else { return nil }
        let changed = Member(order: member.order, state: state)
        members[topic]?[client] = changed
        stateBytes += changed.stateBytes - member.stateBytes
        return change(.stateChange(client), in: topic, state: state)
    }

    /// How many of these channels a client is not in yet.
    func countNew(_ client: String, in topics: [Topic]) -> Int {
        topics.count { members[$0]?[client] == nil }
    }

    /// How many bytes these channels' states of a client take.
    func stateBytes(of client: String, in topics: [Topic]) -> Int {
        topics.reduce(0) { $0 + (members[$1]?[client]?.stateBytes ?? 0) }
    }

    /// A client's state in a channel; nil when it has none or is not there.
    func state(of client: String, in topic: Topic) -> JSONValue? { members[topic]?[client]?.state }

    /// The clients in a channel, in the order they came.
    func occupants(of topic: Topic) -> [Occupant] {
        (members[topic] ?? [:]).sorted { $0.value.order < $1.value.order }
            .map { Occupant(client: $0.key, state: $0.value.state) }
    }

    func occupancy(of topic: Topic) -> Int { members[topic]?.count ?? 0 }

    /// The channels a client is in, in order of their names.
    func channels(of client: String, keyset: String) -> [String] {
        channelsOf[Topic(keyset: keyset, name: client)]?.sorted() ?? []
    }

    /// The channels of a keyset with at least one client, in order of their names.
    func channels(keyset: String) -> [String] {
        members.keys.filter { $0.keyset == keyset }.map(\.name).sorted()
    }

    /// What happened in crowded channels since the last call.
    mutating func intervalPassed() -> [PresenceChange] {
        defer { crowds = [:] }
        return crowds.sorted { ($0.key.keyset, $0.key.name) < ($1.key.keyset, $1.key.name) }.map { topic, crowd in
            PresenceChange(topic: topic, action: crowd.action, occupancy: occupancy(of: topic))
        }
    }

    private mutating func remove(_ client: String, from topic: Topic) -> Bool {
        guard let member = members[topic]?.removeValue(forKey: client) else { return false }
        count -= 1
        stateBytes -= member.stateBytes
        if members[topic]?.isEmpty == true { members[topic] = nil }
        let key = Topic(keyset: topic.keyset, name: client)
        channelsOf[key]?.remove(topic.name)
        if channelsOf[key]?.isEmpty == true { channelsOf[key] = nil }
        return true
    }

    private mutating func change(
        _ action: PresenceChange.Action,
        in topic: Topic,
        state: JSONValue? = nil
    ) -> PresenceChange? {
        let occupancy = occupancy(of: topic)
        guard occupancy > announceMaximum else {
            return PresenceChange(topic: topic, action: action, occupancy: occupancy, state: state)
        }
        if crowds[topic] != nil || crowds.count < crowdedChannels {
            crowds[topic, default: PresenceCrowd()].note(action)
        }
        return nil
    }
}

/// A client that comes to channels, or stays in them, as its call says.
struct PresenceStay: Sendable {
    let client: String
    let topics: [Topic]
    /// The states it gives, by name of the channel.
    let states: [String: JSONValue]
    /// How long it may be silent.
    let life: Duration
}

/// A client's stay in a channel.
struct Membership: Hashable, Sendable {
    let topic: Topic
    let client: String
}
