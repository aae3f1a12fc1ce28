/// What a recorded request asked for, told from its path alone.
enum RecordedOperation: Sendable, Hashable {
    case time, publish, subscribeV1, subscribeV2, leave, heartbeat, history, hereNow, other

    init(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("time", _): self = .time
        case ("publish", _): self = .publish
        case ("subscribe", _): self = .subscribeV1
        case ("v2", "subscribe"): self = .subscribeV2
        case ("v2", "history"): self = .history
        case ("v2", "presence"): self = Self.presence(Array(parts.dropFirst(4)))
        default: self = .other
        }
    }

    /// The operation of a reply that was kept without its request.
    init(area: String) {
        switch area {
        case "time": self = .time
        case "publish": self = .publish
        case "subscribe-v1": self = .subscribeV1
        case "subscribe-v2": self = .subscribeV2
        case "leave": self = .leave
        default: self = .other
        }
    }

    private static func presence(_ rest: [String]) -> RecordedOperation {
        switch rest.count {
        case 0: .hereNow
        case 2 where rest[0] == "channel": .hereNow
        case 3 where rest[2] == "leave": .leave
        case 3 where rest[2] == "heartbeat": .heartbeat
        default: .other
        }
    }
}
