/// Who came to and went from a crowded channel between two interval events.
struct PresenceCrowd: Sendable, Equatable {
    private var joined: [String] = []
    private var left: [String] = []
    private var timedOut: [String] = []

    var action: PresenceChange.Action { .interval(joined: joined, left: left, timedOut: timedOut) }

    mutating func note(_ action: PresenceChange.Action) {
        switch action {
        case .join(let client): joined.append(client)
        case .leave(let client): left.append(client)
        case .timeout(let client): timedOut.append(client)
        case .stateChange, .interval: break
        }
    }
}
