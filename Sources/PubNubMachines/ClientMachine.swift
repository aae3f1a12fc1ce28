package import PubNubWire

/// All machines of one client as one: it takes an input and appends the resulting actions, in order.
///
/// It has no lock, clock, socket or closure; the engine owns those. A simulator can therefore drive the whole client.
package struct ClientMachine: Sendable, Equatable {
    package internal(set) var connection: ConnectionMachine
    package internal(set) var subscription: SubscribeMachine
    var heartbeat: HeartbeatMachine
    var suspension = SuspensionMachine()
    package internal(set) var queue: RequestQueue
    package internal(set) var gaps = GapFillMachine()
    package internal(set) var line = CallLine()
    package internal(set) var identity: ClientIdentity
    /// The change for whose end a call in line waits.
    var awaitedChange: AwaitedChange?
    /// The interval of the configuration; `nil` means no heartbeats.
    var heartbeatInterval: Duration?
    var timers = TimerNumbers()
    var lastQuestion: UInt64 = 0
    /// The latest unanswered question of each kind.
    var questions: [ClientAction.Question: UInt64] = [:]
    /// A leave that waits for the heartbeat in flight. A heartbeat that arrives after the leave would make the client
    /// present again.
    var waitingLeave: WaitingLeave?

    struct WaitingLeave: Sendable, Equatable {
        let request: RequestID
        let targets: [SubscriptionTarget]
    }

    /// The machines of client number `client`, whose delays are spread by `seed`.
    package init(
        client: UInt64 = 0,
        seed: UInt64 = 0,
        subscribeKey: String = "",
        identifier: String = "",
        heartbeatInterval: Duration? = nil
    ) {
        identity = ClientIdentity(current: identifier)
        connection = ConnectionMachine(client: client, seed: seed)
        subscription = SubscribeMachine(client: client, seed: seed &+ 1, keyset: subscribeKey)
        heartbeat = HeartbeatMachine(client: client)
        queue = RequestQueue(client: client, seed: seed &+ 3)
        self.heartbeatInterval = heartbeatInterval
    }

    /// Sets which lower TLS levels the configuration allows.
    package mutating func allow(_ permission: SecurityLadder.Permission) { connection.allow(permission) }

    /// Whether lost messages are looked for in history.
    package mutating func fillGaps(_ fillsGaps: Bool) { subscription.fillsGaps = fillsGaps }

    /// Connects, or joins the connection for another configuration.
    ///
    /// - Parameters:
    ///   - known: The number of ``ConnectionMachine/reconfigurations`` that the application knew at its call; `nil`, the
    ///     default, for all.
    ///   - actions: Receives the resulting actions, in order. None if the call joins a connection.
    package mutating func connect(knowing known: UInt64? = nil, into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.cancelled(into: &$1) }
        run(&actions) { $0.connection.connectRequested(knowing: known, into: &$1) }
    }

    package mutating func disconnect(into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.cancelled(into: &$1) }
        run(&actions) { $0.connection.disconnectRequested(into: &$1) }
    }

    /// The next subscription begins at `timetoken` instead of the present.
    package mutating func begin(at timetoken: Timetoken) {
        subscription.start = Cursor(timetoken: timetoken, region: nil)
    }

    package mutating func suspend(into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.suspendRequested(isRunning: $0.connection.isRunning, into: &$1) }
    }

    package mutating func suspensionWindowClosed(_ window: UInt64, into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.windowClosed(window, into: &$1) }
    }

    package mutating func resume(into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.cancelled(into: &$1) }
        run(&actions) { $0.connection.resumeRequested(into: &$1) }
    }

    package mutating func networkBecameAvailable(into actions: inout ClientActions) {
        run(&actions) { $0.connection.networkBecameAvailable(into: &$1) }
    }

    /// Checks the connection immediately: it may have been lost with the old network.
    package mutating func networkChanged(into actions: inout ClientActions) {
        run(&actions) { $0.connection.networkChanged(into: &$1) }
    }

    /// Applies another configuration.
    ///
    /// - Parameters:
    ///   - requiresReconnect: Whether a setting changed that needs a new connection.
    ///   - newSubscribeKey: Another subscribe key, which also needs a new connection; `nil` if it does not change. The
    ///     client leaves the old keyset, and all calls that have not ended fail, because they were made for it. If it
    ///     is empty, the subscriptions end.
    ///   - heartbeatInterval: `nil` for no heartbeats.
    ///   - actions: Receives the resulting actions, in order.
    package mutating func reconfigure(
        requiresReconnect: Bool,
        newSubscribeKey: String? = nil,
        heartbeatInterval: Duration?,
        into actions: inout ClientActions
    ) {
        self.heartbeatInterval = heartbeatInterval
        let changesKeys = newSubscribeKey != nil
        if let newSubscribeKey { depart(to: newSubscribeKey, into: &actions) }
        run(&actions) { machine, actions in
            guard !machine.connection.permissionChanged(changesKeys: changesKeys, into: &actions) else { return }
            guard requiresReconnect || changesKeys else { return actions.append(.adoptConfiguration) }
            machine.connection.reconfigured(changesKeys: changesKeys, into: &actions)
        }
    }

    /// Leaves the keyset: delivers its remaining messages, reports what may be missing, and ends its calls.
    private mutating func depart(to subscribeKey: String, into actions: inout ClientActions) {
        settle(&actions) { $0.gaps.abandoned(into: &$1) }
        // A heartbeat must not arrive after the leave.
        settle(&actions) { $0.heartbeat.updated(interval: nil, into: &$1) }
        waitingLeave = nil
        let isConnected = connection.isConnected
        settle(&actions) { machine, actions in
            machine.subscription.keysetChanged(to: subscribeKey, isConnected: isConnected, into: &actions)
            if subscribeKey.isEmpty { machine.subscription.subscribeKeyRemoved(into: &actions) }
        }
        switch queue.gate {
        case .closed: break
        case .open, .awaitingConnection:
            queue.close(code: ErrorCode.notConnected, into: &actions)
            queue.awaitConnection(into: &actions)
        }
    }

    /// Changes the subscriptions.
    ///
    /// - Parameters:
    ///   - change: The change, which ends with an event.
    ///   - ticket: The call in line that ends with the change; `nil`, the default, for none.
    ///   - actions: Receives the resulting actions, in order.
    package mutating func change(
        _ change: SubscriptionChange,
        endsCall ticket: CallLine.Ticket? = nil,
        into actions: inout ClientActions
    ) {
        if let ticket { awaitedChange = AwaitedChange(id: change.id, ticket: ticket) }
        defer { if ticket != nil { updateLine(into: &actions) } }
        if case .closed(let code) = queue.gate {
            guard connection.isSuspended else {
                return run(&actions) { $0.subscription.submitAfterLoss(change, code: code, into: &$1) }
            }
            actions.append(.reportSubscription(change.failed(Failure(.local, code: code))))
        } else if subscription.hasCapacity {
            run(&actions) { $0.subscription.submit(change, into: &$1) }
        } else {
            actions.append(.reportSubscription(change.failed(.queueFull)))
        }
    }

    /// Sets where polling begins with a change for iterations that has not ended, if nothing is subscribed yet.
    package mutating func set(since: Timetoken?, ofChange id: UInt64) { subscription.set(since: since, of: id) }

    package mutating func nextCallID() -> RequestID { queue.nextID() }

    package mutating func submit(_ id: RequestID, _ terms: RequestQueue.Terms, into actions: inout ClientActions) {
        queue.submit(id, terms, into: &actions)
    }

    package mutating func callFinished(_ id: RequestID, into actions: inout ClientActions) {
        queue.finished(id, into: &actions)
    }

    package mutating func callFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        // A request of an earlier connection, or of a call that has ended, proves nothing about the present connection.
        let isLoss = failure.isLoss && queue.isInFlight(id)
        queue.failed(id, failure, into: &actions)
        if isLoss { run(&actions) { $0.connection.connectionLost(failure, into: &$1) } }
    }

    package mutating func callAbandoned(_ id: RequestID, into actions: inout ClientActions) {
        queue.abandoned(id, into: &actions)
    }

    /// Sends the subscribe request again, for example with another access token.
    package mutating func renewSubscription(into actions: inout ClientActions) {
        run(&actions) { $0.subscription.renewed(into: &$1) }
    }

    /// Whether calls and changes of the subscription are sent or wait for the connection. If not, they fail.
    package var acceptsCalls: Bool {
        if case .closed = queue.gate { false } else { true }
    }

    /// The transport holds the request of a call back until others have ended, or sends it after that.
    package mutating func callHeldBack(_ id: RequestID, _ isHeldBack: Bool, into actions: inout ClientActions) {
        if isHeldBack {
            queue.heldBack(id, into: &actions)
        } else {
            queue.released(id, into: &actions)
        }
    }

    package func isWaiting(_ id: RequestID) -> Bool { queue.isWaiting(id) }

    /// Whether the call waits for the connection or for the calls ahead of it in its line.
    package func isHeldUp(_ id: RequestID) -> Bool { queue.isHeldUp(id) }

    package mutating func probeFinished(_ id: RequestID, _ failure: Failure?, into actions: inout ClientActions) {
        run(&actions) { machine, actions in
            if let failure {
                machine.connection.probeFailed(id, failure, into: &actions)
            } else {
                machine.connection.probeSucceeded(id, into: &actions)
            }
        }
    }

    package mutating func subscribeFinished(
        _ id: RequestID,
        _ result: Result<SubscribePage, Failure>,
        into actions: inout ClientActions
    ) {
        switch result {
        case .success(let page):
            let showsPresence = subscription.awaits(id)
            if showsPresence { connection.subscribeSucceeded() }
            run(&actions) { machine, actions in
                // A first request that succeeded starts a poll of another number, so that only one of the two applies.
                machine.subscription.joinSucceeded(id, page, into: &actions)
                machine.subscription.pollSucceeded(id, page, into: &actions)
            }
            if showsPresence { settle(&actions) { $0.heartbeat.activityNoticed(into: &$1) } }
        case .failure(let failure):
            run(&actions) { machine, actions in
                machine.subscription.joinFailed(id, failure, into: &actions)
                machine.subscription.pollFailed(id, failure, into: &actions)
            }
        }
    }

    /// A page of history arrived; `nil` if it could not be loaded.
    package mutating func loadFinished(
        _ load: GapFillMachine.Load,
        _ messages: [Envelope]?,
        into actions: inout ClientActions
    ) {
        settle(&actions) { $0.gaps.loaded(load.id, messages, into: &$1) }
    }

    package mutating func leaveFinished(_ id: RequestID, _ failure: Failure?, into actions: inout ClientActions) {
        run(&actions) { machine, actions in
            if let failure {
                machine.subscription.leaveFailed(id, failure, into: &actions)
            } else {
                machine.subscription.leaveSucceeded(id, into: &actions)
            }
        }
    }

    /// A heartbeat ended; `failure` is `nil` when the service accepted it.
    package mutating func heartbeatFinished(
        _ id: RequestID,
        _ failure: Failure? = nil,
        into actions: inout ClientActions
    ) {
        settle(&actions) { $0.heartbeat.finished(id, retryAfter: failure?.retryAfter, into: &$1) }
        sendWaitingLeave(into: &actions)
    }

    /// The question with this number was answered. Only the latest question of a kind counts.
    ///
    /// - Parameters:
    ///   - question: The kind of the question.
    ///   - number: Its number.
    ///   - answer: The delegate's reply or the setting of the configuration.
    ///   - isFinal: Whether the configuration decided, so that the same question would have the same answer.
    ///   - actions: Receives the resulting actions, in order.
    package mutating func answered(
        _ question: ClientAction.Question,
        number: UInt64,
        _ answer: Bool,
        isFinal: Bool = false,
        into actions: inout ClientActions
    ) {
        guard questions[question] == number else { return }
        questions[question] = nil
        switch question {
        case .reconnect: run(&actions) { $0.connection.reconnectAnswered(answer, isFinal: isFinal, into: &$1) }
        case .keepTimetoken, .resubscribe, .restoreFromLastTimetoken:
            run(&actions) { $0.subscription.answered(question, answer, into: &$1) }
        case .runInBackground: settle(&actions) { $0.suspension.answered(answer, into: &$1) }
        }
    }

    /// A timer fired. A `number` other than that of its latest start has no effect: the timer was cancelled or
    /// restarted.
    package mutating func timerFired(_ timer: TimerName, number: UInt64, into actions: inout ClientActions) {
        guard timers.fired(timer, number) else { return }
        switch timer {
        case .probe, .reconnect, .reconfigure: run(&actions) { $0.connection.timerFired(timer, into: &$1) }
        case .poll, .join, .leave: run(&actions) { $0.subscription.timerFired(timer, into: &$1) }
        case .heartbeat:
            settle(&actions) { $0.heartbeat.intervalEnded(in: $0.heartbeatTargets, into: &$1) }
        case .heartbeatLimit:
            settle(&actions) { $0.heartbeat.limitReached(in: $0.heartbeatTargets, into: &$1) }
            sendWaitingLeave(into: &actions)
        case .suspension: settle(&actions) { $0.suspension.timerFired(into: &$1) }
        case .request(let id): queue.timedOut(id, into: &actions)
        case .connection(let id): queue.connectionWaitTimedOut(id, into: &actions)
        case .pause(let id): queue.pauseEnded(id, into: &actions)
        case .line(let ticket): line.limitReached(ticket, into: &actions)
        // The outbox precedes the queue and has its own timers, as iterations have, and tasks wait for a shutdown.
        case .outbox, .iterations, .shutdown: break
        }
    }

    /// Whether the client is leaving a target in which it was present.
    package var isLeaving: Bool {
        waitingLeave != nil || subscription.presentTargets.count != subscription.list.messageTargets.count
    }

    /// The number of the running timer of this name; 0 if it does not run.
    package func number(of timer: TimerName) -> UInt64 { timers.number(of: timer) }

    /// The number of the latest open question of a kind; 0 without one.
    package func number(of question: ClientAction.Question) -> UInt64 { questions[question] ?? 0 }
}
