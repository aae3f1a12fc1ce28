import PubNubWire

@testable import PubNubMachines

/// The actions that a machine appends to its caller's list for one input, as a comparable value.
private func actions<Machine>(
    of machine: inout Machine,
    _ input: (inout Machine, inout ClientActions) -> Void
) -> ClientActions {
    var actions: ClientActions = []
    input(&machine, &actions)
    return actions
}

extension RequestQueue {
    mutating func submit(_ id: RequestID, _ terms: RequestQueue.Terms) -> ClientActions {
        actions(of: &self) { $0.submit(id, terms, into: &$1) }
    }

    mutating func finished(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.finished(id, into: &$1) }
    }

    mutating func failed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.failed(id, failure, into: &$1) }
    }

    mutating func heldBack(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.heldBack(id, into: &$1) }
    }

    mutating func released(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.released(id, into: &$1) }
    }

    mutating func pauseEnded(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.pauseEnded(id, into: &$1) }
    }

    mutating func timedOut(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.timedOut(id, into: &$1) }
    }

    mutating func connectionWaitTimedOut(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.connectionWaitTimedOut(id, into: &$1) }
    }

    mutating func opened() -> ClientActions {
        actions(of: &self) { $0.opened(into: &$1) }
    }

    mutating func awaitConnection() -> ClientActions {
        actions(of: &self) { $0.awaitConnection(into: &$1) }
    }

    mutating func close(code: Int) -> ClientActions {
        actions(of: &self) { $0.close(code: code, into: &$1) }
    }
}

extension ConnectionMachine {
    mutating func connectRequested(knowing known: UInt64? = nil) -> ClientActions {
        actions(of: &self) { $0.connectRequested(knowing: known, into: &$1) }
    }

    mutating func disconnectRequested() -> ClientActions {
        actions(of: &self) { $0.disconnectRequested(into: &$1) }
    }

    mutating func probeSucceeded(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.probeSucceeded(id, into: &$1) }
    }

    mutating func probeFailed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.probeFailed(id, failure, into: &$1) }
    }

    mutating func connectionLost(_ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.connectionLost(failure, into: &$1) }
    }

    mutating func reconnectAnswered(_ answer: Bool, isFinal: Bool = false) -> ClientActions {
        actions(of: &self) { $0.reconnectAnswered(answer, isFinal: isFinal, into: &$1) }
    }

    mutating func timerFired(_ timer: TimerName) -> ClientActions {
        actions(of: &self) { $0.timerFired(timer, into: &$1) }
    }

    mutating func networkBecameAvailable() -> ClientActions {
        actions(of: &self) { $0.networkBecameAvailable(into: &$1) }
    }

    mutating func networkChanged() -> ClientActions {
        actions(of: &self) { $0.networkChanged(into: &$1) }
    }

    mutating func reconfigured(changesKeys: Bool = false) -> ClientActions {
        actions(of: &self) { $0.reconfigured(changesKeys: changesKeys, into: &$1) }
    }

    mutating func suspendRequested() -> ClientActions {
        actions(of: &self) { $0.suspendRequested(into: &$1) }
    }

    mutating func resumeRequested() -> ClientActions {
        actions(of: &self) { $0.resumeRequested(into: &$1) }
    }

    mutating func permissionChanged(changesKeys: Bool = false) -> ClientActions {
        actions(of: &self) { _ = $0.permissionChanged(changesKeys: changesKeys, into: &$1) }
    }
}

extension SubscribeMachine {
    mutating func submit(_ change: SubscriptionChange) -> ClientActions {
        actions(of: &self) { $0.submit(change, into: &$1) }
    }

    mutating func connected() -> ClientActions {
        actions(of: &self) { $0.connected(into: &$1) }
    }

    mutating func interrupted() -> ClientActions {
        actions(of: &self) { $0.interrupted(into: &$1) }
    }

    mutating func keysetChanged(to keyset: String, isConnected: Bool) -> ClientActions {
        actions(of: &self) { $0.keysetChanged(to: keyset, isConnected: isConnected, into: &$1) }
    }

    mutating func subscribeKeyRemoved() -> ClientActions {
        actions(of: &self) { $0.subscribeKeyRemoved(into: &$1) }
    }

    mutating func failPending(code: Int) -> ClientActions {
        actions(of: &self) { $0.failPending(code: code, into: &$1) }
    }

    mutating func reset() -> ClientActions {
        actions(of: &self) { $0.reset(into: &$1) }
    }

    mutating func renewed() -> ClientActions {
        actions(of: &self) { $0.renewed(into: &$1) }
    }

    mutating func answered(_ question: ClientAction.Question, _ answer: Bool) -> ClientActions {
        actions(of: &self) { $0.answered(question, answer, into: &$1) }
    }

    mutating func timerFired(_ timer: TimerName) -> ClientActions {
        actions(of: &self) { $0.timerFired(timer, into: &$1) }
    }

    mutating func joinSucceeded(_ id: RequestID, _ page: SubscribePage) -> ClientActions {
        actions(of: &self) { $0.joinSucceeded(id, page, into: &$1) }
    }

    mutating func joinFailed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.joinFailed(id, failure, into: &$1) }
    }

    mutating func pollSucceeded(_ id: RequestID, _ page: SubscribePage) -> ClientActions {
        actions(of: &self) { $0.pollSucceeded(id, page, into: &$1) }
    }

    mutating func pollFailed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.pollFailed(id, failure, into: &$1) }
    }

    mutating func leaveSucceeded(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.leaveSucceeded(id, into: &$1) }
    }

    mutating func leaveFailed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.leaveFailed(id, failure, into: &$1) }
    }
}

extension HeartbeatMachine {
    mutating func updated(interval: Duration?) -> ClientActions {
        actions(of: &self) { $0.updated(interval: interval, into: &$1) }
    }

    mutating func activityNoticed() -> ClientActions {
        actions(of: &self) { $0.activityNoticed(into: &$1) }
    }

    mutating func intervalEnded(in targets: [SubscriptionTarget]) -> ClientActions {
        actions(of: &self) { $0.intervalEnded(in: targets, into: &$1) }
    }

    mutating func limitReached(in targets: [SubscriptionTarget]) -> ClientActions {
        actions(of: &self) { $0.limitReached(in: targets, into: &$1) }
    }

    mutating func leaveWaits() -> ClientActions {
        actions(of: &self) { $0.leaveWaits(into: &$1) }
    }

    mutating func finished(_ id: RequestID, retryAfter: Duration? = nil) -> ClientActions {
        actions(of: &self) { $0.finished(id, retryAfter: retryAfter, into: &$1) }
    }
}

extension SuspensionMachine {
    mutating func suspendRequested(isRunning: Bool) -> ClientActions {
        actions(of: &self) { $0.suspendRequested(isRunning: isRunning, into: &$1) }
    }

    mutating func answered(_ mayRun: Bool) -> ClientActions {
        actions(of: &self) { $0.answered(mayRun, into: &$1) }
    }

    mutating func windowClosed(_ window: UInt64) -> ClientActions {
        actions(of: &self) { $0.windowClosed(window, into: &$1) }
    }

    mutating func timerFired() -> ClientActions {
        actions(of: &self) { $0.timerFired(into: &$1) }
    }

    mutating func cancelled() -> ClientActions {
        actions(of: &self) { $0.cancelled(into: &$1) }
    }
}

extension GapFillMachine {
    mutating func found(_ found: [CatchUp.SuspectedLoss], since start: Timetoken) -> ClientActions {
        actions(of: &self) { $0.found(found, since: start, into: &$1) }
    }

    mutating func pageArrived(_ page: SubscribePage) -> ClientActions {
        actions(of: &self) { $0.pageArrived(page, into: &$1) }
    }

    mutating func loaded(_ id: UInt64, _ messages: [Envelope]?) -> ClientActions {
        actions(of: &self) { $0.loaded(id, messages, into: &$1) }
    }

    mutating func abandoned() -> ClientActions {
        actions(of: &self) { $0.abandoned(into: &$1) }
    }
}

extension OutboxMachine {
    mutating func submit(_ ticket: Ticket, line: String, bytes: Int, isStored: Bool) -> ClientActions {
        actions(of: &self) { $0.submit(ticket, line: line, bytes: bytes, isStored: isStored, into: &$1) }
    }

    mutating func restore(_ ticket: Ticket, line: String, bytes: Int) -> ClientActions {
        actions(of: &self) { $0.restore(ticket, line: line, bytes: bytes, into: &$1) }
    }

    mutating func stored(_ ticket: Ticket) -> ClientActions {
        actions(of: &self) { $0.stored(ticket, into: &$1) }
    }

    mutating func storingFailed(_ ticket: Ticket) -> ClientActions {
        actions(of: &self) { $0.storingFailed(ticket, into: &$1) }
    }

    mutating func sent(_ ticket: Ticket, at timetoken: Timetoken) -> ClientActions {
        actions(of: &self) { $0.sent(ticket, at: timetoken, into: &$1) }
    }

    mutating func failed(_ ticket: Ticket, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.failed(ticket, failure, into: &$1) }
    }

    mutating func opened() -> ClientActions {
        actions(of: &self) { $0.opened(into: &$1) }
    }

    mutating func timerFired(_ ticket: Ticket) -> ClientActions {
        actions(of: &self) { $0.timerFired(ticket, into: &$1) }
    }

    mutating func cleared(line: String? = nil) -> ClientActions {
        actions(of: &self) { $0.cleared(line: line, into: &$1) }
    }

    mutating func cleared(_ tickets: [Ticket]) -> ClientActions {
        actions(of: &self) { $0.cleared(tickets, into: &$1) }
    }
}

extension ClientMachine {
    mutating func connect(knowing known: UInt64? = nil) -> ClientActions {
        actions(of: &self) { $0.connect(knowing: known, into: &$1) }
    }

    mutating func disconnect() -> ClientActions {
        actions(of: &self) { $0.disconnect(into: &$1) }
    }

    mutating func suspend() -> ClientActions {
        actions(of: &self) { $0.suspend(into: &$1) }
    }

    mutating func suspensionWindowClosed(_ window: UInt64) -> ClientActions {
        actions(of: &self) { $0.suspensionWindowClosed(window, into: &$1) }
    }

    mutating func resume() -> ClientActions {
        actions(of: &self) { $0.resume(into: &$1) }
    }

    mutating func networkBecameAvailable() -> ClientActions {
        actions(of: &self) { $0.networkBecameAvailable(into: &$1) }
    }

    mutating func networkChanged() -> ClientActions {
        actions(of: &self) { $0.networkChanged(into: &$1) }
    }

    mutating func reconfigure(
        requiresReconnect: Bool,
        newSubscribeKey: String? = nil,
        heartbeatInterval: Duration?
    ) -> ClientActions {
        actions(of: &self) {
            $0.reconfigure(
                requiresReconnect: requiresReconnect,
                newSubscribeKey: newSubscribeKey,
                heartbeatInterval: heartbeatInterval,
                into: &$1
            )
        }
    }

    mutating func change(_ change: SubscriptionChange, endsCall ticket: CallLine.Ticket? = nil) -> ClientActions {
        actions(of: &self) { $0.change(change, endsCall: ticket, into: &$1) }
    }

    mutating func identify(
        as identifier: String,
        change: UInt64,
        endsCall ticket: CallLine.Ticket? = nil
    ) -> ClientActions {
        actions(of: &self) {
            $0.identify(as: identifier, catchUp: false, change: change, endsCall: ticket, into: &$1)
        }
    }

    mutating func leaveLine(_ ticket: CallLine.Ticket) -> ClientActions {
        actions(of: &self) { $0.leaveLine(ticket, into: &$1) }
    }

    mutating func submit(_ id: RequestID, _ terms: RequestQueue.Terms) -> ClientActions {
        actions(of: &self) { $0.submit(id, terms, into: &$1) }
    }

    mutating func callFinished(_ id: RequestID) -> ClientActions {
        actions(of: &self) { $0.callFinished(id, into: &$1) }
    }

    mutating func callFailed(_ id: RequestID, _ failure: Failure) -> ClientActions {
        actions(of: &self) { $0.callFailed(id, failure, into: &$1) }
    }

    mutating func callHeldBack(_ id: RequestID, _ isHeldBack: Bool) -> ClientActions {
        actions(of: &self) { $0.callHeldBack(id, isHeldBack, into: &$1) }
    }

    mutating func probeFinished(_ id: RequestID, _ failure: Failure?) -> ClientActions {
        actions(of: &self) { $0.probeFinished(id, failure, into: &$1) }
    }

    mutating func subscribeFinished(_ id: RequestID, _ result: Result<SubscribePage, Failure>) -> ClientActions {
        actions(of: &self) { $0.subscribeFinished(id, result, into: &$1) }
    }

    mutating func loadFinished(_ load: GapFillMachine.Load, _ messages: [Envelope]?) -> ClientActions {
        actions(of: &self) { $0.loadFinished(load, messages, into: &$1) }
    }

    mutating func leaveFinished(_ id: RequestID, _ failure: Failure?) -> ClientActions {
        actions(of: &self) { $0.leaveFinished(id, failure, into: &$1) }
    }

    mutating func heartbeatFinished(_ id: RequestID, _ failure: Failure? = nil) -> ClientActions {
        actions(of: &self) { $0.heartbeatFinished(id, failure, into: &$1) }
    }

    mutating func answered(_ question: ClientAction.Question, number: UInt64, _ answer: Bool) -> ClientActions {
        actions(of: &self) { $0.answered(question, number: number, answer, into: &$1) }
    }

    mutating func timerFired(_ timer: TimerName, number: UInt64) -> ClientActions {
        actions(of: &self) { $0.timerFired(timer, number: number, into: &$1) }
    }
}
