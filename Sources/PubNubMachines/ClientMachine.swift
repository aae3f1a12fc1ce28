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
    private var questions: [Question: UInt64] = [:]
    /// A leave that waits for the heartbeat under way: were it overtaken, the heartbeat would bring the client back.
    private var waitingLeave: WaitingLeave?

    private struct WaitingLeave: Sendable, Equatable {
        let request: RequestID
        let feeds: [Feed]
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

    package mutating func connect() -> [Action] {
        let cancelled = prepare { $0.suspension.cancelled() }
        return cancelled + run { $0.connection.connectRequested() }
    }

    package mutating func disconnect() -> [Action] {
        let cancelled = prepare { $0.suspension.cancelled() }
        return cancelled + run { $0.connection.disconnectRequested() }
    }

    /// The next subscription begins at `timetoken` and not at the time it is made.
    package mutating func begin(at timetoken: Timetoken) {
        subscription.start = Cursor(timetoken: timetoken, region: nil)
    }

    package mutating func suspend() -> [Action] {
        prepare { $0.suspension.suspendRequested(isRunning: $0.connection.isRunning) }
    }

    package mutating func suspensionWindowClosed(_ window: UInt64) -> [Action] {
        prepare { $0.suspension.windowClosed(window) }
    }

    package mutating func resume() -> [Action] {
        let cancelled = prepare { $0.suspension.cancelled() }
        return cancelled + run { $0.connection.resumeRequested() }
    }

    package mutating func networkBecameAvailable() -> [Action] { run { $0.connection.networkBecameAvailable() } }

    /// The connection may have gone with the old network: it is checked at once.
    package mutating func networkChanged() -> [Action] { run { $0.connection.networkChanged() } }

    /// The application gave another configuration.
    ///
    /// - Parameters:
    ///   - requiresReconnect: Whether a setting changed that needs a new connection.
    ///   - newSubscribeKey: Another subscribe key, which needs one too; nil when it stays. The client leaves the old keyset,
    ///     and all calls that have not ended fail: they were made for that. When it is empty, the subscriptions end.
    ///   - heartbeatInterval: nil for no heartbeats.
    /// - Returns: What is to be done, in order.
    package mutating func reconfigure(
        requiresReconnect: Bool,
        newSubscribeKey: String? = nil,
        heartbeatInterval: Duration?
    ) -> [Action] {
        self.heartbeatInterval = heartbeatInterval
        let changesKeys = newSubscribeKey != nil
        let departure = newSubscribeKey.map { departed(to: $0) } ?? []
        return departure
            + run { machine in
                let climb = machine.connection.permissionChanged(changesKeys: changesKeys)
                guard climb.isEmpty else { return climb }
                guard requiresReconnect || changesKeys else { return [.adoptConfiguration] }
                return machine.connection.reconfigured(changesKeys: changesKeys)
            }
    }

    /// Leaves the keyset: what is still to be delivered of it is, what may be missing is told, and its calls end.
    private mutating func departed(to subscribeKey: String) -> [Action] {
        var actions = gaps.abandoned().flatMap { perform($0) }
        // A heartbeat must not follow the leave.
        actions += heartbeat.updated(interval: nil).map { action($0) }
        waitingLeave = nil
        let isConnected = connection.isConnected
        actions += subscription.keysetChanged(to: subscribeKey, isConnected: isConnected).flatMap { perform($0) }
        if subscribeKey.isEmpty { actions += subscription.subscribeKeyRemoved().flatMap { perform($0) } }
        switch queue.gate {
        case .closed: break
        case .open, .parked:
            actions += queue.close(code: ErrorCode.notConnected).map(Self.action)
            actions += queue.park().map(Self.action)
        }
        return actions
    }

    package mutating func change(_ change: SubscriptionChange) -> [Action] {
        switch queue.gate {
        case .closed(let code): [.report(change.failed(Failure(.local, code: code)))]
        case .open, .parked:
            subscription.hasRoom
                ? loop { $0.subscription.submit(change) } : [.report(change.failed(.queueFull))]
        }
    }

    package mutating func nextCallID() -> RequestID { queue.nextID() }

    package mutating func submit(_ id: RequestID, _ terms: RequestQueue.Terms) -> [Action] {
        queue.submit(id, terms).map(Self.action)
    }

    package mutating func callFinished(_ id: RequestID) -> [Action] {
        queue.finished(id).map(Self.action)
    }

    package mutating func callFailed(_ id: RequestID, _ failure: Failure) -> [Action] {
        // A request of an earlier connection, or of a call that has ended, says nothing about the present connection.
        let isLoss = failure.isLoss && queue.isInFlight(id)
        let outcome = queue.failed(id, failure).map(Self.action)
        guard isLoss else { return outcome }
        return outcome + run { $0.connection.connectionLost(failure) }
    }

    /// The transport holds the request of a call back until others have ended, or sends it after that.
    package mutating func callHeldBack(_ id: RequestID, _ isHeldBack: Bool) -> [Action] {
        (isHeldBack ? queue.heldBack(id) : queue.released(id)).map(Self.action)
    }

    package func isWaiting(_ id: RequestID) -> Bool { queue.isWaiting(id) }

    /// Whether the call waits for the connection or for the calls ahead of it in its line.
    package func isHeldUp(_ id: RequestID) -> Bool { queue.isHeldUp(id) }

    package mutating func probeFinished(_ id: RequestID, _ failure: Failure?) -> [Action] {
        run { machine in
            guard let failure else { return machine.connection.probeSucceeded(id) }
            return machine.connection.probeFailed(id, failure)
        }
    }

    package mutating func subscribeFinished(_ id: RequestID, _ result: Result<SubscribePage, Failure>) -> [Action] {
        let showsPresence = (try? result.get()) != nil && subscription.awaits(id)
        let actions = loop { machine in
            switch result {
            case .success(let page):
                machine.subscription.joinSucceeded(id, page) + machine.subscription.pollSucceeded(id, page)
            case .failure(let failure):
                machine.subscription.joinFailed(id, failure) + machine.subscription.pollFailed(id, failure)
            }
        }
        return showsPresence ? actions + heartbeat.activityNoticed().map { action($0) } : actions
    }

    /// A page of history arrived; nil when there is none to be had.
    package mutating func loadFinished(_ load: GapFillMachine.Load, _ messages: [Envelope]?) -> [Action] {
        gaps.loaded(load.id, messages).flatMap { perform($0) }
    }

    package mutating func leaveFinished(_ id: RequestID, _ failure: Failure?) -> [Action] {
        loop { machine in
            guard let failure else { return machine.subscription.leaveSucceeded(id) }
            return machine.subscription.leaveFailed(id, failure)
        }
    }

    /// A heartbeat ended; `failure` is `nil` when the service accepted it.
    package mutating func heartbeatFinished(_ id: RequestID, _ failure: Failure? = nil) -> [Action] {
        let actions = heartbeat.finished(id, retryAfter: failure?.retryAfter).map { action($0) }
        return actions + sendWaitingLeave()
    }

    /// The delegate answered the question with this number. Only the latest question of a kind counts.
    package mutating func answered(_ question: Question, number: UInt64, _ answer: Bool) -> [Action] {
        guard questions[question] == number else { return [] }
        questions[question] = nil
        switch question {
        case .reconnect: return run { $0.connection.reconnectAnswered(answer) }
        case .keepTimetoken: return loop { $0.subscription.answered(.keepTimetoken, answer) }
        case .resubscribe: return loop { $0.subscription.answered(.resubscribe, answer) }
        case .restoreFromLastTimetoken: return loop { $0.subscription.answered(.restoreFromLastTimetoken, answer) }
        case .runInBackground: return prepare { $0.suspension.answered(answer) }
        }
    }

    /// A timer fired; `number` came with its start. One that was cancelled or started anew since does nothing.
    package mutating func timerFired(_ timer: TimerName, number: UInt64) -> [Action] {
        guard timers.fired(timer, number) else { return [] }
        switch timer {
        case .probe, .reconnect, .reconfigure: return run { $0.connection.timerFired(timer) }
        case .poll, .join, .leave: return loop { $0.subscription.timerFired(timer) }
        case .heartbeat: return heartbeat.intervalEnded(isPresent: isPresent).map { action($0) }
        case .heartbeatLimit:
            let actions = heartbeat.limitReached(isPresent: isPresent).map { action($0) }
            return actions + sendWaitingLeave()
        case .suspension: return prepare { $0.suspension.timerFired() }
        case .request(let id): return queue.timedOut(id).map(Self.action)
        case .connection(let id): return queue.connectionWaitTimedOut(id).map(Self.action)
        case .pause(let id): return queue.pauseEnded(id).map(Self.action)
        // The outbox stands before the queue, and has its own timers.
        case .outbox: return []
        }
    }

    /// Whether the client is leaving something that it was present in.
    package var isLeaving: Bool {
        waitingLeave != nil || subscription.presentFeeds.count != subscription.list.messageFeeds.count
    }

    /// The number with which a timer is going to fire; 0 when it does not run.
    package func number(of timer: TimerName) -> UInt64 { timers.number(of: timer) }

    /// The number of the latest question of a kind; 0 when there is none without an answer.
    package func number(of question: Question) -> UInt64 { questions[question] ?? 0 }

    private mutating func start(_ timer: TimerName, after delay: Duration?) -> [Action] {
        [.startTimer(timer, after: delay, number: timers.started(timer))]
    }

    private mutating func stop(_ timer: TimerName) -> [Action] {
        timers.cancelled(timer)
        return [.cancelTimer(timer)]
    }

    private mutating func ask(_ question: Question) -> [Action] {
        lastQuestion += 1
        questions[question] = lastQuestion
        return [.ask(question, number: lastQuestion)]
    }

    /// Lets the connection machine decide, then carries what concerns the other machines over to them.
    private mutating func run(_ decide: (inout ClientMachine) -> [ConnectionMachine.Action]) -> [Action] {
        let decided = decide(&self)
        let actions = decided.flatMap { perform($0) }
        return actions + updateHeartbeat()
    }

    private mutating func perform(_ action: ConnectionMachine.Action) -> [Action] {
        switch action {
        case .emit(let event): return [.tell(event)]
        case .secure(let level, let failure): return [.secure(level, because: failure)]
        case .probe(let id): return [.probe(id)]
        case .cancel(let id): return [.cancel(id)]
        case .startTimer(let timer, let delay): return start(timer, after: delay)
        case .cancelTimer(let timer): return stop(timer)
        case .askReconnect: return ask(.reconnect)
        case .adoptConfiguration: return [.adoptConfiguration]
        case .open: return queue.opened().map(Self.action) + loop { $0.subscription.connected() }
        case .park: return queue.park().map(Self.action)
        case .close(let code):
            return queue.close(code: code).map(Self.action) + loop { $0.subscription.failPending(code: code) }
        case .renewSubscription: return loop { $0.subscription.renewed() }
        case .interruptSubscription: return loop { $0.subscription.interrupted() }
        case .resetSubscription:
            return gaps.abandoned().flatMap { perform($0) } + loop { $0.subscription.reset() }
        }
    }

    /// Lets the suspension machine decide, and stops the client when that says so.
    private mutating func prepare(_ decide: (inout ClientMachine) -> [SuspensionMachine.Action]) -> [Action] {
        let decided = decide(&self)
        return decided.flatMap { perform($0) }
    }

    private mutating func perform(_ action: SuspensionMachine.Action) -> [Action] {
        switch action {
        case .ask: ask(.runInBackground)
        case .openWindow(let window): [.openWindow(window)]
        case .startTimer(let timer, let delay): start(timer, after: delay)
        case .cancelTimer(let timer): stop(timer)
        case .suspend: run { $0.connection.suspendRequested() }
        // A client that had gone idle meanwhile does not come back by itself.
        case .settle(let isSuspended): [.suspensionSettled(isSuspended: isSuspended && connection.isSuspended)]
        }
    }

    /// Lets the subscribe machine decide, and tells the connection machine when that shows a loss.
    private mutating func loop(_ decide: (inout ClientMachine) -> [SubscribeMachine.Action]) -> [Action] {
        let decided = decide(&self)
        let actions = decided.flatMap { perform($0) }
        return actions + updateHeartbeat()
    }

    private mutating func perform(_ action: SubscribeMachine.Action) -> [Action] {
        switch action {
        case .join(let id, let names): return [.join(id, names)]
        case .poll(let id, let names, let cursor): return [.poll(id, names, cursor)]
        case .leave(let id, let feeds):
            guard heartbeat.isSending else { return [.leave(id, feeds)] }
            waitingLeave = WaitingLeave(request: id, feeds: feeds)
            return heartbeat.leaveWaits().map { self.action($0) }
        case .cancel(let id):
            guard waitingLeave?.request != id else {
                waitingLeave = nil
                return []
            }
            return [.cancel(id)]
        // The limit of a leave that waits counts from its sending.
        case .startTimer(.leave, _) where waitingLeave != nil: return []
        case .startTimer(let timer, let delay): return start(timer, after: delay)
        case .cancelTimer(let timer): return stop(timer)
        case .ask(.keepTimetoken): return ask(.keepTimetoken)
        case .ask(.resubscribe): return ask(.resubscribe)
        case .ask(.restoreFromLastTimetoken): return ask(.restoreFromLastTimetoken)
        case .deliver(let page): return gaps.pageArrived(page).flatMap { perform($0) }
        case .fill(let found, let start): return gaps.found(found, since: start).flatMap { perform($0) }
        case .emit(let event): return [.report(event)]
        case .adoptIdentifier(let identifier): return [.adoptIdentifier(identifier)]
        case .connectionLost(let failure): return run { $0.connection.connectionLost(failure) }
        }
    }

    /// The heartbeat before it has ended.
    private mutating func sendWaitingLeave() -> [Action] {
        guard let leave = waitingLeave, !heartbeat.isSending else { return [] }
        waitingLeave = nil
        return [.leave(leave.request, leave.feeds)] + start(.leave, after: nil)
    }

    private mutating func perform(_ action: GapFillMachine.Action) -> [Action] {
        switch action {
        case .load(let load): [.load(load)]
        case .deliver(let page): [.deliver(page)]
        case .release(let page): deliver(page)
        // A service that sets its token back has sent some of it before.
        case .restore(let page): deliver(subscription.duplicates.fresh(in: page))
        case .gap(let start, let end): [.report(.gap(from: start, to: end))]
        }
    }

    private func deliver(_ page: SubscribePage) -> [Action] {
        // What was unsubscribed from meanwhile is not wanted any more; a change that is under way may still fail.
        let wanted = page.envelopes.filter(subscription.confirmedList.wants)
        return wanted.isEmpty ? [] : [.deliver(SubscribePage(cursor: page.cursor, envelopes: wanted))]
    }

    /// Whether there is anything that a heartbeat can tell. While a leave waits for one, the next must not be sent.
    private var isPresent: Bool { waitingLeave == nil && !subscription.presentFeeds.isEmpty }

    private mutating func updateHeartbeat() -> [Action] {
        let isPresent = connection.isConnected && !subscription.list.messageFeeds.isEmpty
        let actions = heartbeat.updated(interval: isPresent ? heartbeatInterval : nil).map { action($0) }
        return actions + sendWaitingLeave()
    }

    private mutating func action(_ action: HeartbeatMachine.Action) -> Action {
        switch action {
        case .heartbeat(let id): return .heartbeat(id, subscription.presentFeeds)
        case .cancel(let id): return .cancel(id)
        case .startTimer(let timer, let delay):
            return .startTimer(timer, after: delay, number: timers.started(timer))
        case .cancelTimer(let timer):
            timers.cancelled(timer)
            return .cancelTimer(timer)
        }
    }

    private static func action(_ action: RequestQueue.Action) -> Action {
        switch action {
        case .send(let id): .send(id)
        case .cancel(let id): .cancel(id)
        case .fail(let id, let failure): .fail(id, failure)
        // Its timers carry the numbers of their calls.
        case .startTimer(let timer, let delay): .startTimer(timer, after: delay, number: 0)
        case .cancelTimer(let timer): .cancelTimer(timer)
        }
    }
}
