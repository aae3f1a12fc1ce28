import PubNub
import PubNubWire

extension PNPresenceEvent {
    /// The members of a presence event that scripts read.
    var report: [String: JSONValue] {
        let state = client.state(for: channel)
        var members: [String: JSONValue] = [
            "type": .string(type.word),
            "identifier": .text(name),
            "occupancy": .integer(Int64(occupancy)),
            "state": state.isEmpty ? .null : JSONValue(any: state),
            "timetoken": timetoken.map { .string($0.description) } ?? .timetoken(date),
        ]
        let changes = [("joined", joined), ("left", left), ("timedOut", timedOut)]
        guard changes.contains(where: { !$0.1.isEmpty }) else { return members }
        for (key, names) in changes { members[key] = .array(names.map(JSONValue.string)) }
        return members
    }

    /// The event in words.
    var forPeople: String {
        "\(type.word) \(name ?? joined.joined(separator: ", ")) (\(occupancy) here)"
    }

    private var name: String? { client.isAnonymous() ? nil : client.identifier }
}

extension PNPresenceEventType {
    /// The type in the words of the service.
    var word: String {
        switch self {
        case .join: "join"
        case .leave: "leave"
        case .timeout: "timeout"
        case .stateChanged: "state-change"
        default: "changed"
        }
    }
}
