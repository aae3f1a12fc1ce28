import PubNub
import PubNubWire

extension PNPresenceEvent {
    /// The members of a presence event that scripts read.
    var report: [String: JSONValue] {
        [
            "type": .string(type.word),
            "identifier": .text(client?.identifier),
            "occupancy": .integer(Int64(occupancy)),
            "state": JSONValue(any: client?.data),
            "timetoken": .timetoken(date),
        ]
    }
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
