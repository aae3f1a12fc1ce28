import PubNubWire

extension OriginState {
    /// The stay in channels that a call asks for; nil without an identifier of its client.
    func update(in topics: [Topic], for arrived: ParsedCall) -> PresenceUpdate? {
        let call = arrived.call
        guard let client = call.client, !topics.isEmpty else { return nil }
        let range = limits.heartbeatRange
        let asked = call.query.integer("heartbeat").flatMap { $0 > 0 ? $0 : nil } ?? defaultTimeout(of: call.keyset)
        let timeout = Duration.seconds(min(max(asked, range.lowerBound), range.upperBound))
        return PresenceUpdate(client: client, topics: topics, states: states(of: arrived), timeout: timeout)
    }

    /// After how many seconds a silent client of a keyset times out if its calls do not say.
    func defaultTimeout(of keyset: String) -> Int { keysets.presence[keyset]?.timeout ?? limits.heartbeatDefault }

    /// Whether a sign of life changes nothing visible: the client is in all channels, with the states that it gives.
    func changesNothing(_ update: PresenceUpdate) -> Bool {
        update.topics.allSatisfy { topic in
            guard presence.isPresent(update.client, in: topic) else { return false }
            return update.states[topic.name].map { $0 == presence.state(of: update.client, in: topic) } ?? true
        }
    }

    /// Whether a sign of life needs no entry in a log that several servers apply: it changes nothing visible, and the client has at least two
    /// thirds of the time that it asks for, and not more.
    func isCurrent(_ update: PresenceUpdate) -> Bool {
        guard changesNothing(update) else { return false }
        let now = Moment(logDate: clock.latest).uptime
        return update.topics.allSatisfy { topic in
            let deadline = presence.deadline(of: PresentClient(topic: topic, client: update.client)) ?? .zero
            return deadline >= now + update.timeout * 2 / 3 && deadline <= now + update.timeout
        }
    }

    /// A client comes to channels, if there still is room for it.
    mutating func begin(_ update: PresenceUpdate, at moment: Moment) -> EntryOutcome {
        let states = update.states.isEmpty ? [] : update.topics.map { update.states[$0.name] }
        if let refusal = crowdRefusal(update.client, in: update.topics, states: states) { return .response(refusal) }
        touch(update, at: moment)
        return .applied
    }

    /// Keeps a client in channels.
    mutating func touch(_ update: PresenceUpdate, at moment: Moment) {
        let deadline = moment.uptime + update.timeout
        let changes = update.topics.compactMap { topic -> PresenceChange? in
            let present = PresentClient(topic: topic, client: update.client)
            let isStored = recordsAll && (isReplicated || changesRecord(of: present, update))
            // Which places are taken is not stored, so a count would go on elsewhere after a restart.
            let isNew = !presence.isPresent(update.client, in: topic)
            let position = isReplicated && isNew ? clock.next(date: moment.date) : nil
            let state = update.states[topic.name]
            let change = presence.touch(update.client, in: topic, state: state, at: position, until: deadline)
            let lease = isReplicated ? deadline : nil
            if isStored, let record = presence.record(of: present, timeout: update.timeout, until: lease) {
                effects.changes.append(.presence(.here(record)))
            }
            return change
        }
        announce(changes, at: moment)
    }

    private func changesRecord(of present: PresentClient, _ update: PresenceUpdate) -> Bool {
        guard presence.isPresent(present.client, in: present.topic) else { return true }
        guard let state = update.states[present.topic.name] else { return false }
        return state != presence.state(of: present.client, in: present.topic)
    }

    /// A client leaves channels.
    mutating func leave(_ client: String, _ topics: [Topic], at moment: Moment) {
        let changes = topics.compactMap { topic -> PresenceChange? in
            noteGone(PresentClient(topic: topic, client: client))
            return presence.leave(client, topic)
        }
        announce(changes, at: moment)
    }

    /// Times out the clients that were silent for too long, announces what happened in crowded channels, and publishes the events that are due.
    mutating func pass(_ tick: LogTick, at moment: Moment) {
        let changes = tick.expired.compactMap { present -> PresenceChange? in
            // The client may have come back between the proposal and its place in the log.
            if isReplicated, presence.deadline(of: present).map({ $0 > moment.uptime }) ?? true { return nil }
            noteGone(present)
            return presence.timeOut(present)
        }
        announce(changes, at: moment)
        if tick.isInterval || !tick.keysets.isEmpty {
            let intervals = presence.intervalPassed(isCommon: tick.isInterval, keysets: tick.keysets)
            announce(intervals, at: moment)
            if recordsAll, !intervals.isEmpty {
                let keysets = intervals.map(\.topic.keyset).withoutRepetitions()
                effects.changes.append(.presence(.intervalPassed(keysets)))
            }
        }
        publishAnnouncements(isReplicated ? announcements.countDue(at: moment.uptime) : tick.announced, at: moment)
    }

    private mutating func noteGone(_ present: PresentClient) {
        guard recordsAll, presence.isPresent(present.client, in: present.topic) else { return }
        effects.changes.append(.presence(.gone(present)))
    }

    /// The refusal of a call whose client cannot join channels with its states, because of the limit of clients or of
    /// states; nil within the limits.
    mutating func crowdRefusal(_ topics: [Topic], for arrived: ParsedCall) -> OriginResponse? {
        guard let client = arrived.call.client else { return nil }
        let states = states(of: arrived)
        return crowdRefusal(client, in: topics, states: states.isEmpty ? [] : topics.map { states[$0.name] })
    }

    /// The same for a client and its state in each channel, nil where it stays as it is.
    mutating func crowdRefusal(_ client: String, in topics: [Topic], states: [JSON?]) -> OriginResponse? {
        let keyset = topics.first?.keyset ?? ""
        let count = counted(presence.count, own: presence.count(keyset: keyset))
        guard
            count + topics.count <= limits.occupants
                || count + presence.countNew(client, in: topics) <= limits.occupants
        else { return ErrorResponse.tooManyOccupants }
        if keysets.quota(.occupants, of: keyset) != nil {
            let new = presence.countNew(client, in: topics)
            guard new == 0 || allows(presence.count(keyset: keyset) + new, .occupants, keyset) else {
                return ErrorResponse.tooManyOccupants
            }
        }
        let changed = zip(topics, states).filter { $0.1 != nil }
        guard !changed.isEmpty else { return nil }
        let added = changed.reduce(0) { $0 + ($1.1?.bytes.count ?? 0) }
        let freed = presence.stateBytes(of: client, in: changed.map(\.0))
        guard added > freed else { return nil }
        let bytes = counted(presence.stateBytes, own: presence.stateBytes(keyset: keyset))
        let hasCapacity = bytes - freed + added <= limits.stateBytes
        return hasCapacity && allows(presence.stateBytes(keyset: keyset) - freed + added, .stateBytes, keyset)
            ? nil : ErrorResponse.tooManyStates
    }

    /// The channels a call is present in: those it names and those of its groups, presence channels left out.
    func presenceTopics(_ call: OriginCall) -> [Topic] {
        let names = call.channels.filter { !ChannelName.isPresence($0) }
        let grouped = call.groups.filter { !ChannelName.isPresence($0) }
            .flatMap { groups.channels(of: $0, keyset: call.keyset).filter { !ChannelName.isPresence($0) } }
        return (names + grouped).withoutRepetitions().map { Topic(keyset: call.keyset, name: $0) }
    }

    /// The given states by channel; a group's state counts for each of its channels.
    private func states(of arrived: ParsedCall) -> [NameKey: JSON] {
        guard !arrived.states.isEmpty else { return [:] }
        var states: [NameKey: JSON] = [:]
        // A channel may be in several of the groups: the last one counts, in order of names.
        for given in arrived.states {
            for channel in groups.channels(of: given.name.text, keyset: arrived.call.keyset) {
                states[channel] = given.state
            }
        }
        for given in arrived.states { states[given.name] = given.state }
        return states
    }
}

/// A state that a subscribe call or a heartbeat gives its client in a channel, or in all channels of a group.
struct RequestedState: Sendable, Equatable {
    /// The name of the channel or group.
    let name: NameKey
    /// The state in its stored form.
    let state: JSON
}

extension OriginCall {
    /// The `state` item of a subscribe call or a heartbeat, in the order of names.
    var requestedStates: [RequestedState] {
        guard let text = query.json("state"),
            let members = (try? JSON(parsing: text))?.object?.compactMapValues(\.withoutNulls)
        else { return [] }
        return members.map { RequestedState(name: NameKey($0.key), state: $0.value) }.sorted { $0.name < $1.name }
    }
}

extension JSON {
    /// A state in its stored form, without fields that are null. nil if the value is not an object.
    var withoutNulls: JSON? {
        object.map { .object($0.filter { !$0.value.isNull }) }
    }
}

/// The responses of the presence service, which writes a space after every colon and comma.
enum PresenceResponse {
    static let ok = object(status: 200, message: "OK")
    static let left = response(
        "{\"status\": 200, \"message\": \"OK\", \"action\": \"leave\", \"service\": \"Presence\"}"
    )

    /// An object with status and message, sent as HTTP 200 with any status of its own.
    static func object(status: Int, message: String, members: [(name: String, json: String)] = []) -> OriginResponse {
        let extra = members.map { "\"\($0.name)\": \($0.json), " }.joined()
        return response("{\"status\": \(status), \"message\": \"\(message)\", \(extra)\"service\": \"Presence\"}")
    }

    /// The refusal of a request with an item of the query that is out of range.
    static func invalid(_ message: String) -> OriginResponse {
        let message = EnvelopeWriter.quoted(message)
        return response(
            "{\"status\": 400, \"message\": \(message), \"error\": 1, \"service\": \"Presence\"}",
            status: 400
        )
    }

    private static func response(_ text: String, status: Int = 200) -> OriginResponse {
        OriginResponse(status: status, server: "Pubnub Presence", text: text)
    }
}
