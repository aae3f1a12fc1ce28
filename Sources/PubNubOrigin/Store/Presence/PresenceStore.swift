package import PubNubWire

/// The clients of each channel, their states, and until when each is there without a sign of life.
///
/// The occupants of channels follow from the log. On a server by itself the deadlines do not: they follow from signs of life that a log need not
/// store, and the server that notices a silent client decides that it times out. Where several servers apply the same log, the deadlines are
/// part of the state, counted in the time of the log. Callers pass the time; functions return the changes.
package struct PresenceStore: Sendable {
    /// A client in a channel.
    struct Occupant: Sendable, Equatable {
        let client: String
        let state: JSON?
    }

    private var keysets: [NameKey: PresenceSnapshot] = [:]
    private var channelsOf: [Topic: Set<NameKey>] = [:]
    private var deadlines = DeadlineQueue<PresentClient>()
    private var crowds: [Topic: PresenceCrowd] = [:]
    private var crowdCounts = KeysetCounts()
    /// The settings of the keysets that have their own.
    var settings: [NameKey: PresenceSettings] = [:]
    /// Whether the crowded channels of all keysets are counted together.
    var countsTogether = true
    /// The notes for the next interval event since the last call of ``takeNotes()``.
    private var notes: [CrowdNote] = []
    private var order: UInt64 = 0
    private let announceMaximum: Int
    private let crowdedChannels: Int
    private let interval: Duration?
    /// How many stays of clients in channels there are.
    private(set) var count = 0
    /// The size of all states as JSON, in bytes.
    private(set) var stateBytes = 0

    /// A store that announces each change in channels of at most `announceMaximum` clients; nil announces all. Of
    /// others it remembers up to the next interval event what happened, in so many channels at most. A channel is one
    /// of the others until an interval event at which it has at most `announceMaximum` clients.
    ///
    /// - Parameters:
    ///   - announceMaximum: The maximum of keysets without one of their own.
    ///   - crowdedChannels: The most channels for which it remembers what happens.
    ///   - interval: The time between two interval events of keysets without one of their own; nil without such events. It counts here only whether
    ///     there is one.
    init(announceMaximum: Int? = nil, crowdedChannels: Int = .max, interval: Duration? = .zero) {
        self.interval = interval
        self.announceMaximum = announceMaximum ?? .max
        self.crowdedChannels = crowdedChannels
    }

    /// When the next client may time out; nil without clients.
    var nextDeadline: Duration? { deadlines.earliest }

    /// How many stays of clients in channels a keyset has.
    package func count(keyset: String) -> Int { keysets[keyset]?.count ?? 0 }

    /// The size of a keyset's states as JSON, in bytes.
    package func stateBytes(keyset: String) -> Int { keysets[keyset]?.stateBytes ?? 0 }

    /// The clients of a keyset, to read without the lock of the server.
    package func snapshot(keyset: String) -> PresenceSnapshot { keysets[keyset] ?? PresenceSnapshot() }

    /// Adds a client to a channel or extends its stay. A state given replaces the one it has. A new client comes after all others, or at a place
    /// that is above those of all others.
    mutating func touch(
        _ client: String,
        in topic: Topic,
        state: JSON? = nil,
        at position: UInt64? = nil,
        until deadline: Duration
    ) -> PresenceChange? {
        // Also for a client that is there: most signs of life change nothing but the deadline, so a server by itself stores no entry for them.
        deadlines.set(PresentClient(topic: topic, client: client), at: deadline)
        if isPresent(client, in: topic) {
            guard let state else { return nil }
            return setState(state, of: client, in: topic)
        }
        // Each server of a cluster has applied other changes before this one was proposed, so its own counter would differ from that of the
        // others: the position comes with the entry.
        order = position ?? order + 1
        add(client, to: topic, order: order, state: state)
        return change(.join(client), in: topic, state: state)
    }

    /// Extends the stay of a client in a channel. Does nothing if it is not there.
    mutating func extend(_ present: PresentClient, until deadline: Duration) {
        guard isPresent(present.client, in: present.topic) else { return }
        deadlines.set(present, at: deadline)
    }

    /// Takes a client out of a channel; nil when it is not there.
    mutating func leave(_ client: String, _ topic: Topic) -> PresenceChange? {
        deadlines.remove(PresentClient(topic: topic, client: client))
        return remove(client, from: topic) ? change(.leave(client), in: topic) : nil
    }

    /// The clients that were silent for too long, in order, as many as `limit` allows. Their deadlines are gone; they stay until they are timed
    /// out.
    mutating func silent(at now: Duration, limit: Int = .max) -> [PresentClient] {
        // Only this server decides, and its log stores the entry or the server stops: no client is returned twice.
        deadlines.expired(at: now, limit: limit)
    }

    /// The clients that were silent for too long, in order, as many as `limit` allows. They stay until they are timed out. The function returns
    /// a client again if it is still there after `pause`.
    mutating func due(at now: Duration, again pause: Duration, limit: Int = .max) -> [PresentClient] {
        // Every server of a cluster proposes the timeout, and each proposal may be lost with its server or come too late. The deadline is part of
        // the state that all have in common, so it stays until the entry is applied.
        deadlines.due(at: now, again: pause, limit: limit)
    }

    /// Until when a client may be silent; nil when it is not there.
    func deadline(of present: PresentClient) -> Duration? { deadlines.deadline(of: present) }

    /// Takes out a client that was silent for too long; nil when it is not there or the change is not announced.
    mutating func timeOut(_ present: PresentClient) -> PresenceChange? {
        deadlines.remove(present)
        guard remove(present.client, from: present.topic) else { return nil }
        return change(.timeout(present.client), in: present.topic)
    }

    /// Replaces a client's state in a channel; nil when it is not there or nothing changes.
    mutating func setState(_ state: JSON, of client: String, in topic: Topic) -> PresenceChange? {
        guard let member = member(client, in: topic), member.state != state else { return nil }
        let changed = PresenceSnapshot.Member(order: member.order, state: state)
        keysets[topic.keyset]?.channels[topic.name]?[client] = changed
        stateBytes += changed.stateBytes - member.stateBytes
        keysets[topic.keyset]?.stateBytes += changed.stateBytes - member.stateBytes
        return change(.stateChange(client), in: topic, state: state)
    }

    /// Puts back a client that the last process stored.
    mutating func restore(_ record: PresenceRecord, until deadline: Duration) {
        let topic = record.present.topic
        _ = remove(record.present.client, from: topic)
        order = max(order, record.order)
        add(record.present.client, to: topic, order: record.order, state: record.state)
        deadlines.set(record.present, at: deadline)
    }

    /// Whether a client is in a channel.
    func isPresent(_ client: String, in topic: Topic) -> Bool { member(client, in: topic) != nil }

    /// A client in a channel as a data file stores it; nil when it is not there.
    func record(of present: PresentClient, timeout: Duration, until deadline: Duration? = nil) -> PresenceRecord? {
        member(present.client, in: present.topic).map { member in
            PresenceRecord(
                present: present,
                order: member.order,
                state: member.state,
                timeout: timeout,
                deadline: deadline
            )
        }
    }

    /// How many of these channels a client is not in yet.
    func countNew(_ client: String, in topics: [Topic]) -> Int {
        topics.count { !isPresent(client, in: $0) }
    }

    /// How many bytes these channels' states of a client take.
    func stateBytes(of client: String, in topics: [Topic]) -> Int {
        topics.reduce(0) { $0 + (member(client, in: $1)?.stateBytes ?? 0) }
    }

    /// A client's state in a channel; nil when it has none or is not there.
    func state(of client: String, in topic: Topic) -> JSON? { member(client, in: topic)?.state }

    /// The clients in a channel, in the order they came.
    func occupants(of topic: Topic) -> [Occupant] { keysets[topic.keyset]?.occupants(of: topic.name) ?? [] }

    func occupancy(of topic: Topic) -> Int { keysets[topic.keyset]?.channels[topic.name]?.count ?? 0 }

    /// The channels a client is in, in order of their names.
    func channels(of client: String, keyset: String) -> [String] {
        channelsOf[Topic(keyset: keyset, name: client)]?.sortedNames ?? []
    }

    /// The channels of a keyset with at least one client, in order of their names.
    func channels(keyset: String) -> [String] { keysets[keyset]?.names ?? [] }

    /// The keysets with at least one client, in order.
    package var allKeysets: [String] { keysets.sortedNames }

    /// The notes for the next interval event since the last call, for the archive.
    mutating func takeNotes() -> [CrowdNote] {
        guard !notes.isEmpty else { return [] }
        defer { notes = [] }
        return notes
    }

    /// Puts back what the last process noted.
    mutating func restore(_ note: CrowdNote) {
        guard remembersCrowd(in: note.topic) else { return }
        crowds[note.topic]?.note(note.action)
    }

    /// The interval of a keyset that has its own; nil for that of the server.
    func ownInterval(keyset: String) -> Duration? {
        settings.isEmpty ? nil : settings[keyset]?.ownInterval(server: interval)
    }

    /// What happened in crowded channels since the last call.
    ///
    /// - Parameters:
    ///   - isCommon: Whether the interval of the keysets without one of their own has passed. True by default.
    ///   - keysets: The keysets with an interval of their own that has passed. Empty by default.
    /// - Returns: The interval events, in the order of the channels.
    mutating func intervalPassed(isCommon: Bool = true, keysets: [String] = []) -> [PresenceChange] {
        let passed = Set(keysets.map { NameKey($0) })
        let ended = crowds.filter { topic, _ in
            passed.contains(NameKey(topic.keyset)) || isCommon && ownInterval(keyset: topic.keyset) == nil
        }
        for topic in ended.keys {
            crowds[topic] = nil
            crowdCounts.add(-1, to: topic.keyset)
        }
        return ended.sorted { $0.key < $1.key }.map { topic, crowd in
            let namesClients = settings[topic.keyset]?.deltas ?? true
            let action = namesClients ? crowd.action : .interval(joined: [], left: [], timedOut: [])
            return PresenceChange(topic: topic, action: action, occupancy: occupancy(of: topic))
        }
    }

    private func member(_ client: String, in topic: Topic) -> PresenceSnapshot.Member? {
        keysets[topic.keyset]?.channels[topic.name]?[client]
    }

    private mutating func add(_ client: String, to topic: Topic, order: UInt64, state: JSON?) {
        let member = PresenceSnapshot.Member(order: order, state: state)
        keysets[topic.keyset, default: PresenceSnapshot()].channels[topic.name, default: [:]][client] = member
        count += 1
        stateBytes += member.stateBytes
        keysets[topic.keyset]?.count += 1
        keysets[topic.keyset]?.stateBytes += member.stateBytes
        channelsOf[Topic(keyset: topic.keyset, name: client), default: []].insert(topic.name)
    }

    private mutating func remove(_ client: String, from topic: Topic) -> Bool {
        guard let member = keysets[topic.keyset]?.channels[topic.name]?.removeValue(forKey: client) else {
            return false
        }
        count -= 1
        stateBytes -= member.stateBytes
        keysets[topic.keyset]?.count -= 1
        keysets[topic.keyset]?.stateBytes -= member.stateBytes
        if keysets[topic.keyset]?.channels[topic.name]?.isEmpty == true {
            keysets[topic.keyset]?.channels[topic.name] = nil
            if keysets[topic.keyset]?.channels.isEmpty == true { keysets[topic.keyset] = nil }
        }
        let key = Topic(keyset: topic.keyset, name: client)
        channelsOf[key]?.remove(topic.name)
        if channelsOf[key]?.isEmpty == true { channelsOf[key] = nil }
        return true
    }

    private mutating func change(
        _ action: PresenceChange.Action,
        in topic: Topic,
        state: JSON? = nil
    ) -> PresenceChange? {
        let occupancy = occupancy(of: topic)
        let maximum = announced(keyset: topic.keyset)
        let isNew = crowds[topic] == nil
        // A crowded channel announces changes again only after an interval event at or below the maximum. Otherwise the event of
        // a client that leaves would come before the interval event that has its join. No mark is stored for a channel without
        // notes: the number of clients before the change is that at the last interval event.
        let wasCrowded = !isNew || action.occupancyBefore(occupancy) > maximum
        if wasCrowded || occupancy > maximum, remembersCrowd(in: topic) {
            if let note = CrowdNote(action, in: topic), isNew || isListed(note) { notes.append(note) }
            crowds[topic]?.note(action)
            return nil
        }
        guard occupancy <= maximum else { return nil }
        return PresenceChange(topic: topic, action: action, occupancy: occupancy, state: state)
    }

    /// The most clients of a channel of a keyset whose changes are announced.
    private func announced(keyset: String) -> Int {
        settings.isEmpty ? announceMaximum : settings[keyset]?.announceMaximum ?? announceMaximum
    }

    /// Whether the next interval event depends on a note about a crowd that there is already.
    private func isListed(_ note: CrowdNote) -> Bool {
        note.kind != .stateChange && crowds[note.topic]?.isTooLarge != true
    }

    /// Whether it is remembered what happens in a crowded channel: there is room for it, or was before.
    private mutating func remembersCrowd(in topic: Topic) -> Bool {
        guard interval != nil || ownInterval(keyset: topic.keyset) != nil else { return false }
        if crowds[topic] != nil { return true }
        guard (countsTogether ? crowds.count : crowdCounts[topic.keyset]) < crowdedChannels else { return false }
        crowds[topic] = PresenceCrowd()
        crowdCounts.add(1, to: topic.keyset)
        return true
    }
}

/// The clients of all channels of a keyset at one moment.
package struct PresenceSnapshot: Sendable {
    /// A client in a channel.
    package struct Member: Sendable {
        /// Its place in the order in which clients came.
        let order: UInt64
        let state: JSON?
        let stateBytes: Int

        init(order: UInt64, state: JSON?) {
            self.order = order
            self.state = state
            stateBytes = state?.bytes.count ?? 0
        }
    }

    /// By channel and client.
    package var channels: [NameKey: [NameKey: Member]] = [:]
    /// How many there are, each counted in every channel it is in.
    var count = 0
    /// The size of their states as JSON, in bytes.
    var stateBytes = 0

    /// The channels with at least one client, in order of their names.
    var names: [String] { channels.sortedNames }

    /// The clients in a channel, in the order they came.
    func occupants(of channel: String) -> [PresenceStore.Occupant] {
        (channels[channel] ?? [:]).sorted { $0.value.order < $1.value.order }
            .map { PresenceStore.Occupant(client: $0.key.text, state: $0.value.state) }
    }
}

/// A client that comes to channels, or stays in them, as its call says.
package struct PresenceUpdate: Sendable {
    let client: String
    let topics: [Topic]
    /// The states it gives, by name of the channel.
    let states: [NameKey: JSON]
    /// How long it may be silent.
    let timeout: Duration
}

/// A client that is present in a channel.
package struct PresentClient: Sendable {
    package let topic: Topic
    package let client: String

    package init(topic: Topic, client: String) {
        self.topic = topic
        self.client = client
    }
}

extension PresentClient: Hashable, Comparable {
    package static func == (left: PresentClient, right: PresentClient) -> Bool {
        left.client.hasSameBytes(as: right.client) && left.topic == right.topic
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(topic)
        client.hashBytes(into: &hasher)
    }

    package static func < (left: PresentClient, right: PresentClient) -> Bool {
        (left.topic, NameKey(left.client)) < (right.topic, NameKey(right.client))
    }
}

/// A client in a channel in its stored form.
package struct PresenceRecord: Sendable, Equatable {
    package let present: PresentClient
    /// Its place in the order in which clients came.
    package let order: UInt64
    package let state: JSON?
    /// How long it may be silent after a restart.
    package let timeout: Duration
    /// Until when it may be silent in the time of a log that several servers apply; nil on a server by itself.
    package var deadline: Duration?

    package init(
        present: PresentClient,
        order: UInt64,
        state: JSON?,
        timeout: Duration,
        deadline: Duration? = nil
    ) {
        self.present = present
        self.order = order
        self.state = state
        self.timeout = timeout
        self.deadline = deadline
    }
}

/// A change of who is where, in its stored form.
package enum PresenceRecordChange: Sendable, Equatable {
    /// A client came, or its state changed.
    case here(PresenceRecord)
    case gone(PresentClient)
    /// Something was noted for the next interval event.
    case noted(CrowdNote)
    /// The interval events of keysets have announced everything noted.
    case intervalPassed([String])
    /// An event waits for its time.
    case announcing(Announcement)
    /// So many of the events that waited for longest were published.
    case announced(Int)
}
