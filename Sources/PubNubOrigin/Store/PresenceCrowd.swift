/// Who came to and went from a crowded channel between two interval events.
struct PresenceCrowd: Sendable, Equatable {
    /// Names that one event has room for. When there are more it names nobody.
    private static let mostNames = 1000

    private var joined: [String] = []
    private var left: [String] = []
    private var timedOut: [String] = []
    private var isTooLarge = false

    var action: PresenceChange.Action {
        .interval(joined: joined, left: left, timedOut: timedOut, isIncomplete: isTooLarge)
    }

    mutating func note(_ action: PresenceChange.Action) {
        guard !isTooLarge else { return }
        switch action {
        case .join(let client): joined.append(client)
        case .leave(let client): left.append(client)
        case .timeout(let client): timedOut.append(client)
        case .stateChange, .interval: return
        }
        guard joined.count + left.count + timedOut.count > Self.mostNames else { return }
        self = PresenceCrowd()
        isTooLarge = true
    }
}
