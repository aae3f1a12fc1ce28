package import PubNubWire

/// All machines of one client as one: an input goes in, and what the client has to do comes out, in order.
///
/// It has no lock, clock, socket or closure; the engine owns those. A simulator can therefore drive the whole client.
package struct ClientMachine: Sendable, Equatable {
    package private(set) var connection: ConnectionMachine
    package private(set) var subscription: SubscribeMachine
    private(set) var heartbeat: HeartbeatMachine
    private(set) var suspension = SuspensionMachine()
    package private(set) var queue: RequestQueue
    package private(set) var gaps = GapFillMachine()
    /// As the configuration asks; nil means no heartbeats.
    private var heartbeatInterval: Duration?
    private var timers = TimerNumbers()
    private var lastQuestion: UInt64 = 0
    /// The latest question of each kind that has not been answered.
    private var questions: [ClientAction.Question: UInt64] = [:]
    /// A leave that waits for the heartbeat under way: were it overtaken, the heartbeat would bring the client back.
    private var waitingLeave: WaitingLeave?

    private struct WaitingLeave: Sendable, Equatable {
        let request: RequestID
        let targets: [SubscriptionTarget]
    }

    /// The machines of client number `client`, whose delays are spread by `seed`.
    package init(
        client: UInt64 = 0,
        seed: UInt64 = 0,
        subscribeKey: String = "",
        heartbeatInterval: Duration? = nil
    ) {
        connection = ConnectionMachine(client: client, seed: seed)
        subscription = SubscribeMachine(client: client, seed: seed &+ 1, keyset: subscribeKey)
        heartbeat = HeartbeatMachine(client: client)
        queue = RequestQueue(client: client, seed: seed &+ 3)
        self.heartbeatInterval = heartbeatInterval
    }

    /// What the configuration allows when TLS fails.
    package mutating func allow(_ permission: SecurityLadder.Permission) { connection.allow(permission) }

    /// Whether lost messages are looked for in history.
    package mutating func fillGaps(_ fillsGaps: Bool) { subscription.fillsGaps = fillsGaps }

    package mutating func connect(into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.cancelled(into: &$1) }
        run(&actions) { $0.connection.connectRequested(into: &$1) }
    }

    package mutating func disconnect(into actions: inout ClientActions) {
        settle(&actions) { $0.suspension.cancelled(into: &$1) }
        run(&actions) { $0.connection.disconnectRequested(into: &$1) }
    }

    /// The next subscription begins at `timetoken` and not at the time it is made.
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

    /// The connection may have gone with the old network: it is checked immediately.
    package mutating func networkChanged(into actions: inout ClientActions) {
        run(&actions) { $0.connection.networkChanged(into: &$1) }
    }

    /// The application gave another configuration.
    ///
    /// - Parameters:
    ///   - requiresReconnect: Whether a setting changed that needs a new connection.
    ///   - newSubscribeKey: Another subscribe key, which needs one too; nil when it stays. The client leaves the old keyset,
    ///     and all calls that have not ended fail: they were made for that. When it is empty, the subscriptions end.
    ///   - heartbeatInterval: nil for no heartbeats.
    ///   - actions: What is to be done, in order.
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

    /// Leaves the keyset: what is still to be delivered of it is, what may be missing is reported, and its calls end.
    private mutating func depart(to subscribeKey: String, into actions: inout ClientActions) {
        settle(&actions) { $0.gaps.abandoned(into: &$1) }
        // A heartbeat must not follow the leave.
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

    package mutating func change(_ change: SubscriptionChange, into actions: inout ClientActions) {
        if case .closed(let code) = queue.gate {
            actions.append(.reportSubscription(change.failed(Failure(.local, code: code))))
        } else if subscription.hasRoom {
            run(&actions) { $0.subscription.submit(change, into: &$1) }
        } else {
            actions.append(.reportSubscription(change.failed(.queueFull)))
        }
    }

    package mutating func nextCallID() -> RequestID { queue.nextID() }

    package mutating func submit(_ id: RequestID, _ terms: RequestQueue.Terms, into actions: inout ClientActions) {
        queue.submit(id, terms, into: &actions)
    }

    package mutating func callFinished(_ id: RequestID, into actions: inout ClientActions) {
        queue.finished(id, into: &actions)
    }

    package mutating func callFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        // A request of an earlier connection, or of a call that has ended, says nothing about the present connection.
        let isLoss = failure.isLoss && queue.isInFlight(id)
        queue.failed(id, failure, into: &actions)
        if isLoss { run(&actions) { $0.connection.connectionLost(failure, into: &$1) } }
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
            run(&actions) { machine, actions in
                // A first request that succeeded makes a poll of another number, so that only one of the two applies.
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

    /// A page of history arrived; nil when there is none to be had.
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

    /// The delegate answered the question with this number. Only the latest question of a kind counts.
    package mutating func answered(
        _ question: ClientAction.Question,
        number: UInt64,
        _ answer: Bool,
        into actions: inout ClientActions
    ) {
        guard questions[question] == number else { return }
        questions[question] = nil
        switch question {
        case .reconnect: run(&actions) { $0.connection.reconnectAnswered(answer, into: &$1) }
        case .keepTimetoken, .resubscribe, .restoreFromLastTimetoken:
            run(&actions) { $0.subscription.answered(question, answer, into: &$1) }
        case .runInBackground: settle(&actions) { $0.suspension.answered(answer, into: &$1) }
        }
    }

    /// A timer fired; `number` came with its start. One that was cancelled or started anew since does nothing.
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
        // The outbox stands before the queue, and has its own timers.
        case .outbox: break
        }
    }

    /// Whether the client is leaving something that it was present in.
    package var isLeaving: Bool {
        waitingLeave != nil || subscription.presentTargets.count != subscription.list.messageTargets.count
    }

    /// The number with which a timer is going to fire; 0 when it does not run.
    package func number(of timer: TimerName) -> UInt64 { timers.number(of: timer) }

    /// The number of the latest question of a kind; 0 when there is none without an answer.
    package func number(of question: ClientAction.Question) -> UInt64 { questions[question] ?? 0 }

    /// Lets a machine decide, carries out what it has for the others, and keeps the heartbeat in step with the result.
    private mutating func run(
        _ actions: inout ClientActions,
        _ decide: (inout ClientMachine, inout ClientActions) -> Void
    ) {
        settle(&actions, decide)
        let isPresent = connection.isConnected && !subscription.list.messageTargets.isEmpty
        let interval = isPresent ? heartbeatInterval : nil
        settle(&actions) { $0.heartbeat.updated(interval: interval, into: &$1) }
        sendWaitingLeave(into: &actions)
    }

    /// Lets a machine decide, and carries out what it has for the others.
    ///
    /// Most actions are for the engine and stay where the machine put them. From the first one on that another machine
    /// replaces by its own actions, they are taken out and put back one after another.
    private mutating func settle(
        _ actions: inout ClientActions,
        _ decide: (inout ClientMachine, inout ClientActions) -> Void
    ) {
        var index = actions.count
        decide(&self, &actions)
        while index < actions.count, complete(&actions[index]) { index += 1 }
        guard index < actions.count else { return }
        let rest = Array(actions[index...])
        actions.removeSubrange(index...)
        for action in rest { carryOut(action, into: &actions) }
    }

    /// Numbers a timer or a question.
    ///
    /// - Returns: Whether the action is ready for the engine; otherwise ``replace(_:into:)`` puts others in its place.
    private mutating func complete(_ action: inout ClientAction) -> Bool {
        switch action {
        // The limit of a leave that waits counts from its sending.
        case .startTimer(.leave, _, _) where waitingLeave != nil: return false
        case .startTimer(let timer, let delay, _):
            action = .startTimer(timer, after: delay, number: timers.started(timer))
            return true
        case .cancelTimer(let timer):
            timers.cancelled(timer)
            return true
        case .ask(let question, _):
            lastQuestion += 1
            questions[question] = lastQuestion
            action = .ask(question, number: lastQuestion)
            return true
        case .leave: return !heartbeat.isSending
        case .cancel(let id): return waitingLeave?.request != id
        case .deliver: return !gaps.isFilling
        case .suspensionSettled(let isSuspended):
            // A client that had gone idle in the meantime does not come back by itself.
            action = .suspensionSettled(isSuspended: isSuspended && connection.isSuspended)
            return true
        case .forward: return false
        case .send, .probe, .join, .poll, .heartbeat, .load, .fail, .reportConnection, .reportSubscription, .openWindow,
            .adoptIdentifier, .adoptConfiguration, .secure, .storeMessage, .acceptMessage, .sendMessage, .warnOfMessage,
            .endMessage, .runStep:
            return true
        }
    }

    private mutating func carryOut(_ action: ClientAction, into actions: inout ClientActions) {
        var action = action
        if complete(&action) {
            actions.append(action)
        } else {
            replace(action, into: &actions)
        }
    }

    /// Carries out an action that is not for the engine as it stands.
    private mutating func replace(_ action: ClientAction, into actions: inout ClientActions) {
        switch action {
        case .forward(let input): take(input, into: &actions)
        case .leave(let id, let targets):
            waitingLeave = WaitingLeave(request: id, targets: targets)
            settle(&actions) { $0.heartbeat.leaveWaits(into: &$1) }
        case .cancel: waitingLeave = nil
        case .deliver(let page): takePage(page, into: &actions)
        default: break
        }
    }

    private mutating func take(_ input: ClientAction.Input, into actions: inout ClientActions) {
        switch input {
        case .open:
            queue.opened(into: &actions)
            run(&actions) { $0.subscription.connected(into: &$1) }
        case .awaitConnection: queue.awaitConnection(into: &actions)
        case .close(let code):
            queue.close(code: code, into: &actions)
            run(&actions) { $0.subscription.failPending(code: code, into: &$1) }
        case .renewSubscription: run(&actions) { $0.subscription.renewed(into: &$1) }
        case .interruptSubscription: run(&actions) { $0.subscription.interrupted(into: &$1) }
        case .resetSubscription:
            settle(&actions) { $0.gaps.abandoned(into: &$1) }
            run(&actions) { $0.subscription.reset(into: &$1) }
        case .suspend: run(&actions) { $0.connection.suspendRequested(into: &$1) }
        case .connectionLost(let failure): run(&actions) { $0.connection.connectionLost(failure, into: &$1) }
        case .fill(let found, let start): settle(&actions) { $0.gaps.found(found, since: start, into: &$1) }
        case .release(let page): deliver(page, into: &actions)
        // A service that sets its token back has sent some of it before.
        case .restore(let page): deliver(subscription.duplicates.fresh(in: page), into: &actions)
        }
    }

    /// Lets a page wait, as far as its channels wait for history.
    private mutating func takePage(_ page: SubscribePage, into actions: inout ClientActions) {
        var decided: ClientActions = []
        gaps.pageArrived(page, into: &decided)
        for action in decided {
            if case .deliver = action {
                // What need not wait for history.
                actions.append(action)
            } else {
                carryOut(action, into: &actions)
            }
        }
    }

    private func deliver(_ page: SubscribePage, into actions: inout ClientActions) {
        // What was unsubscribed from in the meantime is not wanted any more; a change that is under way may still fail.
        let wanted = page.envelopes.filter(subscription.confirmedList.wants)
        if !wanted.isEmpty { actions.append(.deliver(SubscribePage(cursor: page.cursor, envelopes: wanted))) }
    }

    /// The heartbeat before it has ended.
    private mutating func sendWaitingLeave(into actions: inout ClientActions) {
        guard let leave = waitingLeave, !heartbeat.isSending else { return }
        waitingLeave = nil
        actions.append(.leave(leave.request, leave.targets))
        actions.append(.startTimer(.leave, after: nil, number: timers.started(.leave)))
    }

    /// What a heartbeat says that the client is present in. While a leave waits for one, the next must not be sent.
    private var heartbeatTargets: [SubscriptionTarget] { waitingLeave == nil ? subscription.presentTargets : [] }
}
