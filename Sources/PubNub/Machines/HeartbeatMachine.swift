/// Tells the service at intervals that the client is still there (wire reference 7.7).
struct HeartbeatMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No interval is set, or the client is not connected, or it is present nowhere. Can become: waiting.
        case off
        /// A timer runs until the next heartbeat. Can become: sending, off.
        case waiting
        /// Can become: waiting, off.
        case sending(RequestID)
    }

    enum Action: Sendable, Equatable {
        case heartbeat(RequestID)
        case cancel(RequestID)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
    }

    private(set) var state: State = .off
    private var interval: Duration?
    private var ids: RequestIDs

    init(client: UInt64 = 0) {
        ids = RequestIDs(.heartbeat, client: client)
    }

    /// Conditions changed: `interval` is nil while heartbeats are off or have nothing to tell.
    mutating func updated(interval: Duration?) -> [Action] {
        guard interval != self.interval else { return [] }
        let stop = stopped()
        self.interval = interval
        return stop + started()
    }

    /// Anything that showed the service that the client is there starts the interval anew.
    mutating func activityNoticed() -> [Action] {
        guard state == .waiting, let interval else { return [] }
        return [.startTimer(.heartbeat, after: interval)]
    }

    mutating func timerFired() -> [Action] {
        guard state == .waiting else { return [] }
        let request = ids.next()
        state = .sending(request)
        return [.heartbeat(request)]
    }

    /// The reply is ignored (wire reference 3.5): a failure is mended by the next one.
    mutating func finished(_ id: RequestID) -> [Action] {
        guard state == .sending(id) else { return [] }
        state = .off
        return started()
    }

    private mutating func started() -> [Action] {
        guard let interval else { return [] }
        state = .waiting
        return [.startTimer(.heartbeat, after: interval)]
    }

    private mutating func stopped() -> [Action] {
        defer { state = .off }
        return switch state {
        case .off: []
        case .waiting: [.cancelTimer(.heartbeat)]
        case .sending(let request): [.cancel(request)]
        }
    }
}
