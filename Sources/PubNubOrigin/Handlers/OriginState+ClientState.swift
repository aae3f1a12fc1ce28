import PubNubWire

/// Where a client is, and what state it has there.
extension OriginState {
    /// The channels a client is in.
    func whereNow(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let channels = presence.channels(of: call["uuid"] ?? "", keyset: call.keyset)
            .filter { mayRead($0, call, at: now) }
        let payload = "{\"channels\": [\(channels.map(EnvelopeWriter.quoted).joined(separator: ","))]}"
        return answer(call, members: [("payload", payload)])
    }

    /// A client's state: of one channel alone, or by channel.
    func state(_ call: OriginCall) -> [OriginAction] {
        let topics = presenceTopics(call)
        let client = call["uuid"] ?? ""
        guard !topics.isEmpty else { return [.answer(call.id, ErrorAnswer.noValidChannels.wrapped(in: call.callback))] }
        let identity = ("uuid", EnvelopeWriter.quoted(client))
        if call.groups.isEmpty, topics.count == 1, let topic = topics.first {
            let state = presence.state(of: client, in: topic)?.text ?? "{}"
            return answer(
                call,
                members: [identity, ("payload", state), ("channel", EnvelopeWriter.quoted(topic.name))]
            )
        }
        let states = topics.map { topic in
            "\(EnvelopeWriter.quoted(topic.name)): \(presence.state(of: client, in: topic)?.text ?? "{}")"
        }
        return answer(call, members: [identity, ("payload", "{\"channels\": {\(states.joined(separator: ", "))}}")])
    }

    /// Replaces a client's state on channels by the fields given that are not null, and tells those who observe them.
    mutating func updateState(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let topics = presenceTopics(call)
        guard !topics.isEmpty else { return [.answer(call.id, ErrorAnswer.noValidChannels.wrapped(in: call.callback))] }
        guard let text = call.query.json("state"), let state = (try? JSONValue(parsing: text))?.withoutNulls
        else {
            let refusal = PresenceAnswer.object(status: 400, message: "Invalid State")
            return [.answer(call.id, refusal.wrapped(in: call.callback))]
        }
        let client = call["uuid"] ?? ""
        if let refusal = crowdRefusal(client, in: topics, states: topics.map { _ in state }) {
            return [.answer(call.id, refusal.wrapped(in: call.callback))]
        }
        // A state makes its client present, as the service does it.
        let states = Dictionary(topics.map { ($0.name, state) }) { $1 }
        let life = Duration.seconds(limits.heartbeatDefault)
        touch(PresenceStay(client: client, topics: topics, states: states, life: life), at: now)
        return answer(call, members: [("payload", state.text)])
    }

    private func answer(_ call: OriginCall, members: [(name: String, json: String)]) -> [OriginAction] {
        let response = PresenceAnswer.object(status: 200, message: "OK", members: members)
        return [.answer(call.id, response.wrapped(in: call.callback))]
    }
}
