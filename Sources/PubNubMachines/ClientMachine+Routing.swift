import PubNubWire

/// Passing the decisions of one machine to the others.
extension ClientMachine {
    /// Gives a machine an input, forwards its inputs for the others, and updates the heartbeat.
    mutating func run(
        _ actions: inout ClientActions,
        _ decide: (inout ClientMachine, inout ClientActions) -> Void
    ) {
        settle(&actions, decide)
        let isPresent = connection.isConnected && !subscription.list.messageTargets.isEmpty
        let interval = isPresent ? heartbeatInterval : nil
        settle(&actions) { $0.heartbeat.updated(interval: interval, into: &$1) }
        sendWaitingLeave(into: &actions)
        updateLine(into: &actions)
    }

    /// Gives a machine an input, and forwards its inputs for the others.
    ///
    /// Most actions are for the engine and stay in place. From the first action that another machine replaces by its
    /// own, they are removed and appended again one by one.
    mutating func settle(
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
    /// - Returns: Whether the action is ready for the engine. If not, ``replace(_:into:)`` puts others in its place.
    private mutating func complete(_ action: inout ClientAction) -> Bool {
        switch action {
        // The limit of a waiting leave begins when the leave is sent.
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
            // A client that became idle in the meantime does not resume by itself.
            action = .suspensionSettled(isSuspended: isSuspended && connection.isSuspended)
            return true
        case .forward: return false
        case .adoptIdentifier(let identifier):
            identity.adopted(identifier)
            return true
        case .reportSubscription(.unsubscriptionFailed(let change, _)):
            identity.failed(change)
            return true
        case .send, .probe, .join, .poll, .heartbeat, .load, .fail, .beginCall, .refuseCall, .reportConnection,
            .reportSubscription, .openWindow,
            .adoptConfiguration, .secure, .storeMessage, .acceptMessage, .sendMessage, .warnOfMessage,
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

    /// Performs an action that the engine does not receive as it is.
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

    /// Delays the envelopes of a page whose channels wait for history.
    private mutating func takePage(_ page: SubscribePage, into actions: inout ClientActions) {
        var decided: ClientActions = []
        gaps.pageArrived(page, into: &decided)
        for action in decided {
            if case .deliver = action {
                // The envelopes that need not wait for history.
                actions.append(action)
            } else {
                carryOut(action, into: &actions)
            }
        }
    }

    private func deliver(_ page: SubscribePage, into actions: inout ClientActions) {
        // Messages of subscriptions that ended in the meantime are dropped. A change in progress may still fail.
        let wanted = page.envelopes.filter(subscription.confirmedList.wants)
        if !wanted.isEmpty { actions.append(.deliver(SubscribePage(cursor: page.cursor, envelopes: wanted))) }
    }

    /// Sends the leave that waited for the end of a heartbeat.
    mutating func sendWaitingLeave(into actions: inout ClientActions) {
        guard let leave = waitingLeave, !heartbeat.isSending else { return }
        waitingLeave = nil
        actions.append(.leave(leave.request, leave.targets))
        actions.append(.startTimer(.leave, after: nil, number: timers.started(.leave)))
    }

    /// The targets that a heartbeat reports the client as present in. None while a leave waits for a heartbeat in
    /// flight.
    var heartbeatTargets: [SubscriptionTarget] { waitingLeave == nil ? subscription.presentTargets : [] }
}
