/// Sends heartbeats, so that the service reports the client as present (Documentation/WireProtocol.md, "Heartbeat").
struct HeartbeatMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No interval is set, or the client is not connected or not present anywhere. Can become: waiting.
        case off
        /// A timer runs until the next heartbeat. Can become: sending, off.
        case waiting
        /// Another timer limits the heartbeat. Can become: waiting, sending, off.
        case sending(RequestID)
    }

    /// The most time for a heartbeat; at most its interval, so that a server that never responds still receives
    /// heartbeats.
    static let limit: Duration = .seconds(10)
    /// The most time for a heartbeat once a leave waits for it.
    static let limitBeforeLeave: Duration = .seconds(1)
    /// The pause before the next attempt while the client leaves all its targets.
    static let pauseWhileLeaving: Duration = .seconds(1)

    private(set) var state: State = .off
    private var interval: Duration?
    private var ids: RequestIDs

    init(client: UInt64 = 0) {
        ids = RequestIDs(.heartbeat, client: client)
    }

    /// Whether a heartbeat is in flight.
    var isSending: Bool {
        if case .sending = state { true } else { false }
    }

    /// Conditions changed. `interval` is `nil` while heartbeats are off or would be empty.
    mutating func updated(interval: Duration?, into actions: inout ClientActions) {
        guard interval != self.interval else { return }
        stop(into: &actions)
        self.interval = interval
        start(into: &actions)
    }

    /// Starts the interval again, because another request showed the client as present.
    mutating func activityNoticed(into actions: inout ClientActions) {
        guard state == .waiting, let interval else { return }
        actions.append(.startTimer(.heartbeat, after: interval))
    }

    /// The interval is over.
    ///
    /// - Parameters:
    ///   - targets: The targets in which the client is present; none while it leaves all of them.
    ///   - actions: Receives the resulting actions, in order.
    mutating func intervalEnded(in targets: [SubscriptionTarget], into actions: inout ClientActions) {
        guard state == .waiting, let interval else { return }
        guard !targets.isEmpty else {
            return actions.append(.startTimer(.heartbeat, after: min(interval, Self.pauseWhileLeaving)))
        }
        send(targets, interval, into: &actions)
    }

    /// No response arrived in time. The next heartbeat follows immediately: the service may soon report the client as
    /// gone.
    mutating func limitReached(in targets: [SubscriptionTarget], into actions: inout ClientActions) {
        guard case .sending(let request) = state, let interval else { return }
        actions.append(.cancel(request))
        guard !targets.isEmpty else { return start(into: &actions) }
        send(targets, interval, into: &actions)
    }

    /// A leave is about to be sent. No heartbeat for the same targets may overtake it.
    mutating func leaveWaits(into actions: inout ClientActions) {
        guard isSending else { return }
        actions.append(.startTimer(.heartbeatLimit, after: Self.limitBeforeLeave))
    }

    /// The response is ignored (Documentation/WireProtocol.md, "Leave and heartbeat requests"): the next heartbeat
    /// makes up for a failure. It comes no earlier than the service asks for.
    mutating func finished(_ id: RequestID, retryAfter: Duration? = nil, into actions: inout ClientActions) {
        guard state == .sending(id) else { return }
        actions.append(.cancelTimer(.heartbeatLimit))
        start(notBefore: retryAfter, into: &actions)
    }

    private mutating func send(_ targets: [SubscriptionTarget], _ interval: Duration, into actions: inout ClientActions)
    {
        let request = ids.next()
        state = .sending(request)
        actions.append(.heartbeat(request, targets))
        actions.append(.startTimer(.heartbeatLimit, after: min(interval, Self.limit)))
    }

    private mutating func start(notBefore retryAfter: Duration? = nil, into actions: inout ClientActions) {
        guard let interval else {
            state = .off
            return
        }
        state = .waiting
        actions.append(.startTimer(.heartbeat, after: max(interval, retryAfter ?? .zero)))
    }

    private mutating func stop(into actions: inout ClientActions) {
        switch state {
        case .off: break
        case .waiting: actions.append(.cancelTimer(.heartbeat))
        case .sending(let request):
            actions.append(.cancel(request))
            actions.append(.cancelTimer(.heartbeatLimit))
        }
        state = .off
    }
}
