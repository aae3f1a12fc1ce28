import PubNubWire

extension OriginState {
    /// A sign of life: the client stays in, or comes to, the channels and groups it names.
    mutating func heartbeat(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let topics = presenceTopics(call)
        guard !topics.isEmpty else {
            return [.respond(call.id, ErrorResponse.noValidChannels.wrapped(in: call.callback))]
        }
        if let refusal = crowdRefusal(topics, for: call) { return [.respond(call.id, refusal)] }
        if let stay = stay(in: topics, for: call) { touch(stay, at: now) }
        return [.respond(call.id, PresenceResponse.ok.wrapped(in: call.callback))]
    }

    /// The client goes from the channels and groups it names.
    mutating func leave(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        if let client = call.client {
            let topics = presenceTopics(call)
            let timetoken = clock.now(date: now.date)
            for topic in topics { departures.left(client, topic, timetoken: timetoken, at: now.uptime) }
            announce(topics.compactMap { presence.leave(client, $0) }, at: now)
        }
        return [.respond(call.id, PresenceResponse.left.wrapped(in: call.callback))]
    }

    /// The stay in channels that a call asks for; nil without an identifier of its client.
    func stay(in topics: [Topic], for call: OriginCall) -> PresenceStay? {
        guard let client = call.client, !topics.isEmpty else { return nil }
        let range = limits.heartbeatRange
        let asked = call.query.integer("heartbeat").flatMap { $0 > 0 ? $0 : nil } ?? limits.heartbeatDefault
        let life = Duration.seconds(min(max(asked, range.lowerBound), range.upperBound))
        return PresenceStay(client: client, topics: topics, states: states(of: call), life: life)
    }

    /// Keeps a client in channels.
    mutating func touch(_ stay: PresenceStay, at now: Moment) {
        departures.returned(stay)
        let deadline = now.uptime + stay.life
        let changes = stay.topics.compactMap { topic in
            presence.touch(stay.client, in: topic, state: stay.states[topic.name], until: deadline)
        }
        announce(changes, at: now)
    }

    /// The client of a late poll that waits on is there after all, if there still is room for it.
    mutating func latePollsWaited(at now: Moment) {
        for stay in departures.due(at: now.uptime) {
            let states = stay.topics.map { stay.states[$0.name] }
            guard crowdRefusal(stay.client, in: stay.topics, states: states) == nil else { continue }
            touch(stay, at: now)
        }
    }

    /// The refusal of a call whose client cannot join channels with its states, because of the limit of clients or of
    /// states; nil within the limits.
    func crowdRefusal(_ topics: [Topic], for call: OriginCall) -> OriginResponse? {
        guard let client = call.client else { return nil }
        let states = states(of: call)
        return crowdRefusal(client, in: topics, states: states.isEmpty ? [] : topics.map { states[$0.name] })
            .map { $0.wrapped(in: call.callback) }
    }

    /// The same for a client and its state in each channel, nil where it stays as it is.
    func crowdRefusal(_ client: String, in topics: [Topic], states: [JSONValue?]) -> OriginResponse? {
        guard
            presence.count + topics.count <= limits.occupants
                || presence.count + presence.countNew(client, in: topics) <= limits.occupants
        else { return ErrorResponse.tooManyOccupants }
        let changed = zip(topics, states).filter { $0.1 != nil }
        guard !changed.isEmpty else { return nil }
        let added = changed.reduce(0) { $0 + ($1.1?.serialized().count ?? 0) }
        let freed = presence.stateBytes(of: client, in: changed.map(\.0))
        return added <= freed || presence.stateBytes - freed + added <= limits.stateBytes
            ? nil : ErrorResponse.tooManyStates
    }

    /// The channels a call is present in: those it names and those of its groups, presence channels left out.
    func presenceTopics(_ call: OriginCall) -> [Topic] {
        let names = call.channels.filter { !ChannelName.isPresence($0) }
        let grouped = call.groups.filter { !ChannelName.isPresence($0) }
            .flatMap { groups.channels(of: $0, keyset: call.keyset).filter { !ChannelName.isPresence($0) } }
        return (names + grouped).withoutRepetitions().map { Topic(keyset: call.keyset, name: $0) }
    }

    /// The `state` item by channel; a group's state counts for each of its channels.
    private func states(of call: OriginCall) -> [String: JSONValue] {
        guard let text = call.query.json("state"), let state = try? JSONValue(parsing: text) else { return [:] }
        var states: [String: JSONValue] = [:]
        let given = state.objectValue?.compactMapValues(\.withoutNulls) ?? [:]
        for (name, value) in given {
            for channel in groups.channels(of: name, keyset: call.keyset) { states[channel] = value }
        }
        return states.merging(given) { _, channel in channel }
    }
}

extension JSONValue {
    /// A state in its stored form, without fields that are null. nil if the value is not an object.
    var withoutNulls: JSONValue? {
        objectValue.map { .object($0.filter { !$0.value.isNull }) }
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

    private static func response(_ text: String) -> OriginResponse {
        OriginResponse(server: "Pubnub Presence", text: text)
    }
}
