/// The operation of a recorded request, derived from its path and the names in its query.
enum RecordedOperation: Sendable, Hashable {
    case time, publish, subscribeV1, subscribeV2, leave, heartbeat, history, hereNow
    case whereNow, state, stateUpdate
    case groups, namespaces, groupChannels, registryChange
    case pushChannels, pushChange
    case grant, audit
    case other

    /// Every operation of the 3.x API.
    static let known: [Self] = [
        .time, .publish, .subscribeV1, .subscribeV2, .leave, .heartbeat, .history, .hereNow, .whereNow, .state,
        .stateUpdate, .groups, .namespaces, .groupChannels, .registryChange, .pushChannels, .pushChange, .grant,
        .audit,
    ]

    init(path: String, query: [String: String] = [:]) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        let isChange = query["add"] != nil || query["remove"] != nil || parts.last == "remove"
        switch (parts.first, parts.dropFirst().first) {
        case ("time", _): self = .time
        case ("publish", _): self = .publish
        case ("subscribe", _): self = .subscribeV1
        case ("v2", "subscribe"): self = .subscribeV2
        case ("v2", "history"): self = .history
        case ("v2", "presence"): self = Self.presence(Array(parts.dropFirst(4)))
        case ("v1", "channel-registration"): self = Self.registry(Array(parts.dropFirst(4)), isChange: isChange)
        case ("v1", "push"), ("v2", "push"): self = isChange ? .pushChange : .pushChannels
        case ("v1", "auth"), ("v2", "auth"): self = parts.dropFirst(2).first == "audit" ? .audit : .grant
        default: self = .other
        }
    }

    /// The operation of a response that was recorded without its request.
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
        case 2: rest[0] == "channel" ? .hereNow : .whereNow
        case 4 where rest[2] == "uuid": .state
        case 5 where rest[4] == "data": .stateUpdate
        case 3 where rest[2] == "leave": .leave
        case 3 where rest[2] == "heartbeat": .heartbeat
        default: .other
        }
    }

    private static func registry(_ rest: [String], isChange: Bool) -> RecordedOperation {
        guard !isChange else { return .registryChange }
        return switch rest.last {
        case "namespace": .namespaces
        case "channel-group": .groups
        default: .groupChannels
        }
    }
}
