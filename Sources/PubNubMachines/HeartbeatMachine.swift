/// Tells the service at intervals that the client is still there (wire reference 7.7).
struct HeartbeatMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No interval is set, or the client is not connected, or it is present nowhere. Can become: waiting.
        case off
        /// A timer runs until the next heartbeat. Can become: sending, off.
        case waiting
        /// Another timer limits the heartbeat. Can become: waiting, sending, off.
        case sending(RequestID)
    }

    enum Action: Sendable, Equatable {
        case heartbeat(RequestID)
        case cancel(RequestID)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
    }

    /// How long a heartbeat may take; at most its interval, so that a server that answers none still gets them.
    static let limit: Duration = .seconds(10)
    /// How long a heartbeat may still take when a leave waits for it.
    static let limitBeforeLeave: Duration = .seconds(1)
    /// The pause before the next try when the client is just leaving all that it is present in.
    static let pauseWhileLeaving: Duration = .seconds(1)

    private(set) var state: State = .off
    private var interval: Duration?
    private var ids: RequestIDs

    init(client: UInt64 = 0) {
        ids = RequestIDs(.heartbeat, client: client)
    }

    /// Whether a heartbeat is under way.
    var isSending: Bool {
        if case .sending = state { true } else { false }
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

    /// The interval is over.
    ///
    /// - Parameter isPresent: Whether there is anything to tell; not while the client leaves all that it is present in.
    /// - Returns: What is to be done, in order.
    mutating func intervalEnded(isPresent: Bool = true) -> [Action] {
        guard state == .waiting, let interval else { return [] }
        guard isPresent else { return [.startTimer(.heartbeat, after: min(interval, Self.pauseWhileLeaving))] }
        return send(interval)
    }

    /// No reply came in time. The next heartbeat follows at once: most of the time after which the service calls the client
    /// gone may be over.
    mutating func limitReached(isPresent: Bool = true) -> [Action] {
        guard case .sending(let request) = state, let interval else { return [] }
        guard isPresent else { return [.cancel(request)] + started() }
        return [.cancel(request)] + send(interval)
    }

    /// A leave is about to be sent, and must not be overtaken by a heartbeat for the same feeds.
    mutating func leaveWaits() -> [Action] {
        guard isSending else { return [] }
        return [.startTimer(.heartbeatLimit, after: Self.limitBeforeLeave)]
    }

    /// The response is ignored (wire reference 3.5): the next heartbeat makes up for a failure. It comes no earlier than
    /// the service asks for.
    mutating func finished(_ id: RequestID, retryAfter: Duration? = nil) -> [Action] {
        guard state == .sending(id) else { return [] }
        return [.cancelTimer(.heartbeatLimit)] + started(notBefore: retryAfter)
    }

    private mutating func send(_ interval: Duration) -> [Action] {
        let request = ids.next()
        state = .sending(request)
        return [.heartbeat(request), .startTimer(.heartbeatLimit, after: min(interval, Self.limit))]
    }

    private mutating func started(notBefore retryAfter: Duration? = nil) -> [Action] {
        guard let interval else {
            state = .off
            return []
        }
        state = .waiting
        return [.startTimer(.heartbeat, after: max(interval, retryAfter ?? .zero))]
    }

    private mutating func stopped() -> [Action] {
        defer { state = .off }
        return switch state {
        case .off: []
        case .waiting: [.cancelTimer(.heartbeat)]
        case .sending(let request): [.cancel(request), .cancelTimer(.heartbeatLimit)]
        }
    }
}
