import PubNubWire

extension OriginState {
    /// The occupants of the channels and groups named. A single channel has a response of another form.
    func hereNow(_ call: OriginCall) -> [OriginAction] {
        let channels = call.listedChannels
        guard call.query["channel-group"] == nil, channels.count == 1, let channel = channels.first else {
            return occupancy(of: presenceTopics(call), for: call)
        }
        let members = occupancyMembers(of: Topic(keyset: call.keyset, name: channel), for: call)
        let response = PresenceResponse.object(status: 200, message: "OK", members: members)
        return [.respond(call.id, response.wrapped(in: call.callback))]
    }

    /// The occupants of all channels of the keyset.
    func hereNowGlobal(_ call: OriginCall) -> [OriginAction] {
        occupancy(of: presence.channels(keyset: call.keyset).map { Topic(keyset: call.keyset, name: $0) }, for: call)
    }

    private func occupancy(of topics: [Topic], for call: OriginCall) -> [OriginAction] {
        let occupied = topics.filter { presence.occupancy(of: $0) > 0 }
        let channels = occupied.map { topic in
            let members = occupancyMembers(of: topic, for: call).map { "\"\($0.name)\": \($0.json)" }
            return "\(EnvelopeWriter.quoted(topic.name)): {\(members.joined(separator: ", "))}"
        }
        let total = occupied.reduce(0) { $0 + presence.occupancy(of: $1) }
        let payload =
            "{\"channels\": {\(channels.joined(separator: ", "))}, "
            + "\"total_channels\": \(occupied.count), \"total_occupancy\": \(total)}"
        let response = PresenceResponse.object(status: 200, message: "OK", members: [("payload", payload)])
        return [.respond(call.id, response.wrapped(in: call.callback))]
    }

    private func occupancyMembers(of topic: Topic, for call: OriginCall) -> [(name: String, json: String)] {
        let count = ("occupancy", "\(presence.occupancy(of: topic))")
        let limit = call.query.integer("limit") ?? 1000
        guard !call.query.flag("disable_uuids"), limit > 0 else { return [count] }
        let offset = max(0, call.query.integer("offset") ?? 0)
        let clients = presence.occupants(of: topic).dropFirst(offset).prefix(limit).map { occupant in
            let client = EnvelopeWriter.quoted(occupant.client)
            guard call.query.flag("state") else { return client }
            let state = occupant.state.map { ", \"state\": \($0.text)" } ?? ""
            return "{\"uuid\": \(client)\(state)}"
        }
        return [("uuids", "[\(clients.joined(separator: ", "))]"), count]
    }
}

/// Where a client is, and what state it has there.
extension OriginState {
    /// The channels a client is in.
    func whereNow(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let channels = presence.channels(of: call["uuid"] ?? "", keyset: call.keyset)
            .filter { mayRead($0, call, at: now) }
        let payload = "{\"channels\": [\(channels.map(EnvelopeWriter.quoted).joined(separator: ","))]}"
        return respond(to: call, members: [("payload", payload)])
    }

    /// A client's state: of one channel alone, or by channel.
    func state(_ call: OriginCall) -> [OriginAction] {
        let topics = presenceTopics(call)
        let client = call["uuid"] ?? ""
        guard !topics.isEmpty else {
            return [.respond(call.id, ErrorResponse.noValidChannels.wrapped(in: call.callback))]
        }
        let identity = ("uuid", EnvelopeWriter.quoted(client))
        if call.groups.isEmpty, topics.count == 1, let topic = topics.first {
            let state = presence.state(of: client, in: topic)?.text ?? "{}"
            return respond(
                to: call,
                members: [identity, ("payload", state), ("channel", EnvelopeWriter.quoted(topic.name))]
            )
        }
        let states = topics.map { topic in
            "\(EnvelopeWriter.quoted(topic.name)): \(presence.state(of: client, in: topic)?.text ?? "{}")"
        }
        return respond(
            to: call,
            members: [identity, ("payload", "{\"channels\": {\(states.joined(separator: ", "))}}")]
        )
    }

    /// Replaces a client's state on channels by the fields given that are not null, and tells those who observe them.
    mutating func updateState(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let topics = presenceTopics(call)
        guard !topics.isEmpty else {
            return [.respond(call.id, ErrorResponse.noValidChannels.wrapped(in: call.callback))]
        }
        guard let text = call.query.json("state"), let state = (try? JSONValue(parsing: text))?.withoutNulls
        else {
            let refusal = PresenceResponse.object(status: 400, message: "Invalid State")
            return [.respond(call.id, refusal.wrapped(in: call.callback))]
        }
        let client = call["uuid"] ?? ""
        if let refusal = crowdRefusal(client, in: topics, states: topics.map { _ in state }) {
            return [.respond(call.id, refusal.wrapped(in: call.callback))]
        }
        // A state makes its client present, as the service does it.
        let states = Dictionary(topics.map { ($0.name, state) }) { $1 }
        let life = Duration.seconds(limits.heartbeatDefault)
        touch(PresenceStay(client: client, topics: topics, states: states, life: life), at: now)
        return respond(to: call, members: [("payload", state.text)])
    }

    private func respond(to call: OriginCall, members: [(name: String, json: String)]) -> [OriginAction] {
        let response = PresenceResponse.object(status: 200, message: "OK", members: members)
        return [.respond(call.id, response.wrapped(in: call.callback))]
    }
}
