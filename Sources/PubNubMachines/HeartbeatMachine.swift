/// Sends heartbeats, so that the service reports the client as present (Documentation/WireProtocol.md, "Heartbeat").
struct HeartbeatMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No interval is set, or the client is not connected, or it is present nowhere. Can become: waiting.
        case off
        /// A timer runs until the next heartbeat. Can become: sending, off.
        case waiting
        /// Another timer limits the heartbeat. Can become: waiting, sending, off.
        case sending(RequestID)
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
    mutating func updated(interval: Duration?, into actions: inout ClientActions) {
        guard interval != self.interval else { return }
        stop(into: &actions)
        self.interval = interval
        start(into: &actions)
    }

    /// Anything that showed the service that the client is there starts the interval anew.
    mutating func activityNoticed(into actions: inout ClientActions) {
        guard state == .waiting, let interval else { return }
        actions.append(.startTimer(.heartbeat, after: interval))
    }

    /// The interval is over.
    ///
    /// - Parameters:
    ///   - targets: Those in which the client is present; none while it leaves all of them.
    ///   - actions: What is to be done, in order.
    mutating func intervalEnded(in targets: [SubscriptionTarget], into actions: inout ClientActions) {
        guard state == .waiting, let interval else { return }
        guard !targets.isEmpty else {
            return actions.append(.startTimer(.heartbeat, after: min(interval, Self.pauseWhileLeaving)))
        }
        send(targets, interval, into: &actions)
    }

    /// No reply came in time. The next heartbeat follows immediately: most of the time after which the service calls the
    /// client gone may be over.
    mutating func limitReached(in targets: [SubscriptionTarget], into actions: inout ClientActions) {
        guard case .sending(let request) = state, let interval else { return }
        actions.append(.cancel(request))
        guard !targets.isEmpty else { return start(into: &actions) }
        send(targets, interval, into: &actions)
    }

    /// A leave is about to be sent, and must not be overtaken by a heartbeat for the same targets.
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
