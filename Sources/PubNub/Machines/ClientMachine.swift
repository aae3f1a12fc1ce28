package import PubNubWire

/// All machines of one client as one: an input goes in, and what the client has to do comes out, in order.
///
/// It has no lock, clock, socket or closure; the engine owns those. A simulator can therefore drive the whole client.
package struct ClientMachine: Sendable, Equatable {
    package enum Question: Sendable, Hashable {
        case reconnect, keepTimetoken, resubscribe, restoreFromLastTimetoken, runInBackground
    }

    package enum Action: Sendable, Equatable {
        case send(RequestID)
        case probe(RequestID)
        case join(RequestID, FeedList.Names)
        case poll(RequestID, FeedList.Names, Cursor)
        case leave(RequestID, [Feed])
        case heartbeat(RequestID, [Feed])
        case cancel(RequestID)
        /// nil means the time that the configuration allows the request that the timer limits.
        case startTimer(TimerName, after: Duration?)
        case cancelTimer(TimerName)
        case ask(Question)
        case tell(ConnectionMachine.Event)
        case report(SubscribeMachine.Event)
        case deliver(SubscribePage)
        /// Reads what a channel may have lost from history.
        case load(GapFillMachine.Load)
        case fail(RequestID, Failure)
        case adoptIdentifier(String)
        case secure(SecurityLadder.Level, because: Failure?)
        /// The delegate may finish its work before the client stops.
        case openWindow(UInt64)
        /// A suspension that was asked for took place, or did not.
        case suspensionSettled(isSuspended: Bool)
    }

    package private(set) var connection: ConnectionMachine
    package private(set) var subscription: SubscribeMachine
    private(set) var heartbeat: HeartbeatMachine
    private(set) var suspension = SuspensionMachine()
    package private(set) var queue: RequestQueue
    package private(set) var gaps = GapFillMachine()
    /// As the configuration asks; nil means no heartbeats.
    private var heartbeatInterval: Duration?

    /// The machines of client number `client`, whose delays are spread by `seed`.
    package init(client: UInt64 = 0, seed: UInt64 = 0, heartbeatInterval: Duration? = nil) {
        connection = ConnectionMachine(client: client, seed: seed)
        subscription = SubscribeMachine(client: client, seed: seed &+ 1)
        heartbeat = HeartbeatMachine(client: client)
        queue = RequestQueue(client: client)
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

    /// A new configuration is in force.
    package mutating func reconfigure(requiresReconnect: Bool, heartbeatInterval: Duration?) -> [Action] {
        self.heartbeatInterval = heartbeatInterval
        return run { machine in
            let climb = machine.connection.permissionChanged()
            return climb.isEmpty && requiresReconnect ? machine.connection.reconfigured() : climb
        }
    }

    package mutating func change(_ change: SubscriptionChange) -> [Action] {
        switch queue.gate {
        case .closed(let code): [.report(change.failed(Failure(.local, code: code)))]
        case .open, .parked: loop { $0.subscription.submit(change) }
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
        let outcome = queue.failed(id, failure).map(Self.action)
        guard failure.isLoss else { return outcome }
        return outcome + run { $0.connection.connectionLost(failure) }
    }

    package func isWaiting(_ id: RequestID) -> Bool { queue.isWaiting(id) }

    package mutating func probeFinished(_ id: RequestID, _ failure: Failure?) -> [Action] {
        run { machine in
            guard let failure else { return machine.connection.probeSucceeded(id) }
            return machine.connection.probeFailed(id, failure)
        }
    }

    package mutating func subscribeFinished(_ id: RequestID, _ result: Result<SubscribePage, Failure>) -> [Action] {
        loop { machine in
            switch result {
            case .success(let page):
                machine.subscription.joinSucceeded(id, page) + machine.subscription.pollSucceeded(id, page)
            case .failure(let failure):
                machine.subscription.joinFailed(id, failure) + machine.subscription.pollFailed(id, failure)
            }
        } + heartbeat.activityNoticed().map(action)
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

    package mutating func heartbeatFinished(_ id: RequestID) -> [Action] {
        heartbeat.finished(id).map(action)
    }

    package mutating func answered(_ question: Question, _ answer: Bool) -> [Action] {
        switch question {
        case .reconnect: run { $0.connection.reconnectAnswered(answer) }
        case .keepTimetoken: loop { $0.subscription.answered(.keepTimetoken, answer) }
        case .resubscribe: loop { $0.subscription.answered(.resubscribe, answer) }
        case .restoreFromLastTimetoken: loop { $0.subscription.answered(.restoreFromLastTimetoken, answer) }
        case .runInBackground: prepare { $0.suspension.answered(answer) }
        }
    }

    package mutating func timerFired(_ timer: TimerName) -> [Action] {
        switch timer {
        case .probe, .reconnect, .reconfigure: run { $0.connection.timerFired(timer) }
        case .poll, .join, .leave: loop { $0.subscription.timerFired(timer) }
        case .heartbeat: heartbeat.timerFired().map(action)
        case .suspension: prepare { $0.suspension.timerFired() }
        case .request(let id): queue.timedOut(id).map(Self.action)
        // The outbox stands before the queue, and has its own timers.
        case .outbox: []
        }
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
        case .startTimer(let timer, let delay): return [.startTimer(timer, after: delay)]
        case .cancelTimer(let timer): return [.cancelTimer(timer)]
        case .askReconnect: return [.ask(.reconnect)]
        case .open: return queue.opened().map(Self.action) + loop { $0.subscription.connected() }
        case .park:
            queue.park()
            return []
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
        case .ask: [.ask(.runInBackground)]
        case .openWindow(let window): [.openWindow(window)]
        case .startTimer(let timer, let delay): [.startTimer(timer, after: delay)]
        case .cancelTimer(let timer): [.cancelTimer(timer)]
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
        case .join(let id, let names): [.join(id, names)]
        case .poll(let id, let names, let cursor): [.poll(id, names, cursor)]
        case .leave(let id, let feeds): [.leave(id, feeds)]
        case .cancel(let id): [.cancel(id)]
        case .startTimer(let timer, let delay): [.startTimer(timer, after: delay)]
        case .cancelTimer(let timer): [.cancelTimer(timer)]
        case .ask(.keepTimetoken): [.ask(.keepTimetoken)]
        case .ask(.resubscribe): [.ask(.resubscribe)]
        case .ask(.restoreFromLastTimetoken): [.ask(.restoreFromLastTimetoken)]
        case .deliver(let page): gaps.pageArrived(page).flatMap { perform($0) }
        case .fill(let found, let start): gaps.found(found, since: start).flatMap { perform($0) }
        case .emit(let event): [.report(event)]
        case .adoptIdentifier(let identifier): [.adoptIdentifier(identifier)]
        case .connectionLost(let failure): run { $0.connection.connectionLost(failure) }
        }
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

    private mutating func updateHeartbeat() -> [Action] {
        let isPresent = connection.isConnected && !subscription.list.messageFeeds.isEmpty
        return heartbeat.updated(interval: isPresent ? heartbeatInterval : nil).map(action)
    }

    private func action(_ action: HeartbeatMachine.Action) -> Action {
        switch action {
        case .heartbeat(let id): .heartbeat(id, subscription.list.messageFeeds)
        case .cancel(let id): .cancel(id)
        case .startTimer(let timer, let delay): .startTimer(timer, after: delay)
        case .cancelTimer(let timer): .cancelTimer(timer)
        }
    }

    private static func action(_ action: RequestQueue.Action) -> Action {
        switch action {
        case .send(let id): .send(id)
        case .cancel(let id): .cancel(id)
        case .fail(let id, let failure): .fail(id, failure)
        case .startTimer(let timer, let delay): .startTimer(timer, after: delay)
        case .cancelTimer(let timer): .cancelTimer(timer)
        }
    }
}
