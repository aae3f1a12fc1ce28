import PubNubWire

extension OriginState {
    /// Who is in the channels and groups named. One channel alone has an answer of its own form.
    func hereNow(_ call: OriginCall) -> [OriginAction] {
        let channels = call.listedChannels
        guard call.query["channel-group"] == nil, channels.count == 1, let channel = channels.first else {
            return occupancy(of: presenceTopics(call), for: call)
        }
        let members = occupancyMembers(of: Topic(keyset: call.keyset, name: channel), for: call)
        let answer = PresenceAnswer.object(status: 200, message: "OK", members: members)
        return [.answer(call.id, answer.wrapped(in: call.callback))]
    }

    /// Who is in any channel of the keyset.
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
        let answer = PresenceAnswer.object(status: 200, message: "OK", members: [("payload", payload)])
        return [.answer(call.id, answer.wrapped(in: call.callback))]
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
