package import PubNubWire

/// The subscribe loop: the targets of the client, the position in their stream, and the changes of both
/// (Documentation/WireProtocol.md, "The subscribe loop").
///
/// Changes are performed one after another. Each ends the running long poll, sends a first request with timetoken zero
/// for the whole list, then polls from the token to retain, so no message sent in between is lost. The machine is
/// synchronous and pure: inputs are past-tense methods, and the results are actions in the order in which the engine
/// performs them.
package struct SubscribeMachine: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// Not connected; the list is remembered. Can become: idle, askingRestore, departing.
        case offline
        /// Connected, with an empty list. Can become: joining, leaving, offline.
        case idle
        /// The delegate is asked whether remembered subscriptions are restored. Can become: askingRestoreCursor,
        /// forgetting, idle, offline.
        case askingRestore
        /// The delegate is asked from which token. Can become: joining, offline.
        case askingRestoreCursor
        /// They are not restored; the client leaves the remaining targets. Can become: joining, idle, offline.
        case forgetting(request: RequestID)
        /// The client leaves a keyset, or the targets that ended while it was not connected. `isConnected` if the client
        /// has connected in the meantime, or before. Can become: offline, askingRestore.
        case departing(request: RequestID, isConnected: Bool)
        /// The delegate is asked whether the token is retained over `change`; an earlier poll continues in the
        /// meantime. Can become: joining, offline.
        case askingKeep(SubscriptionChange, poll: Poll?)
        /// The service receives the remaining targets. Can become: askingKeep, joining, polling, pausing, idle,
        /// offline.
        case leaving(SubscriptionChange, request: RequestID, failures: Int)
        /// The first request with a new list. Can become: polling, pausing, idle, offline.
        case joining(Join)
        /// Can become: askingKeep, leaving, joining, pausing, idle, offline.
        case polling(Poll)
        /// A timer runs before the request is repeated. Can become: joining, polling, askingKeep, leaving, idle, offline.
        case pausing(Pause)
    }

    struct Poll: Sendable, Equatable {
        var request: RequestID
        var failures = 0
        /// An earlier poll from the same position ended without a response, perhaps some time ago.
        var isAgain = false
    }

    struct Join: Sendable, Equatable {
        var request: RequestID
        var reason: Reason
        /// Whether polling continues from the former token.
        var keepsCursor: Bool
        /// The list to return to if the service refuses.
        var previous: SubscriptionTargetList
        /// Where polling begins, in place of the token in the response; `nil` for that token.
        var since: Timetoken?
        var failures = 0

        /// Whether the change with this number is the reason.
        func isFor(_ id: UInt64) -> Bool {
            if case .change(let change) = reason { change.id == id } else { false }
        }
    }

    enum Reason: Sendable, Equatable {
        case change(SubscriptionChange)
        case restore
    }

    enum Pause: Sendable, Equatable {
        case beforeJoin(Join)
        case beforePoll(failures: Int)
        case beforeLeave(SubscriptionChange, failures: Int)
    }

    package enum Event: Sendable, Equatable {
        case subscribed(SubscriptionChange)
        case subscriptionFailed(SubscriptionChange?, [SubscriptionTarget], Failure)
        case unsubscribed(SubscriptionChange)
        case unsubscriptionFailed(SubscriptionChange, Failure)
        case presenceEnabled(SubscriptionChange, [SubscriptionTarget])
        case presenceDisabled(SubscriptionChange, [SubscriptionTarget])
        case presenceFailed(SubscriptionChange, Failure)
        /// The remembered targets are not restored.
        case forgotten([SubscriptionTarget])
        /// The subscriptions are restored; with the targets whose messages are received, which may be none.
        case willRestore([SubscriptionTarget])
        case restored([SubscriptionTarget])
        /// Messages sent between these times may be missing: the service did not store them long enough.
        case gap(from: Timetoken, to: Timetoken)
    }

    /// Repetitions of a request after a malformed response or a server error, before it fails.
    package static let retries = 3
    /// The most time for the response to the leave of a keyset.
    static let departureLimit: Duration = .seconds(10)

    var phase: Phase = .offline
    package internal(set) var list = SubscriptionTargetList()
    /// The token from which polling continues; `nil` if the service has not given one for this list yet.
    package internal(set) var cursor: Cursor?
    /// The token from which polling begins after the next first request, in place of the token in its response.
    var start: Cursor?
    /// The time of the service in its last response to a first request.
    package internal(set) var joined: Timetoken?
    /// The number of responses to first requests.
    package internal(set) var joins: UInt64 = 0
    /// Set while messages sent during an absence are still arriving.
    var catchUp: CatchUp?
    /// Whether another machine fills and reports gaps.
    var fillsGaps = false
    /// Removes the envelopes that the service sends again.
    var duplicates: DuplicateFilter
    /// Targets that ended while the client was not connected, so that the service may still show it as present there.
    var endedOffline: [SubscriptionTarget] = []
    var pending = ChangeQueue()
    var ids: RequestIDs
    var backoff: Backoff

    /// Whether messages sent during an absence are still arriving.
    package var isCatchingUp: Bool { catchUp != nil }

    /// Whether messages that were published some time ago may still arrive: the client does not listen at present, or has just
    /// begun to.
    package var isBehind: Bool {
        guard case .polling(let poll) = phase else { return true }
        return poll.isAgain || isCatchingUp
    }

    /// The list that the service has confirmed; a change of it that is under way may still fail.
    package var confirmedList: SubscriptionTargetList {
        switch phase {
        case .joining(let join), .pausing(.beforeJoin(let join)): join.previous
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .polling, .pausing:
            list
        }
    }

    /// Whether this is the subscribe request in flight.
    func awaits(_ id: RequestID) -> Bool {
        switch phase {
        case .joining(let join): join.request == id
        case .polling(let poll), .askingKeep(_, let poll?): poll.request == id
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .pausing:
            false
        }
    }

    /// The targets in which the client is present and remains so: without those that it is leaving.
    var presentTargets: [SubscriptionTarget] {
        switch phase {
        case .leaving(let change, _, _), .pausing(.beforeLeave(let change, _)):
            guard change.kind.isIdentify else { return change.applied(to: list).messageTargets }
            let left = Set(change.targets)
            return list.messageTargets.filter { !left.contains($0) }
        // The client has left them by now; a heartbeat would make it present again.
        case .askingKeep(let change, _) where change.kind == .unsubscribe:
            return change.applied(to: list).messageTargets
        case .forgetting, .departing: return []
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .askingKeep, .joining, .polling, .pausing:
            return list.messageTargets
        }
    }

    init(client: UInt64 = 0, seed: UInt64 = 0, keyset: String = "") {
        ids = RequestIDs(.subscribe, client: client)
        backoff = Backoff(seed: seed)
        duplicates = DuplicateFilter(seed: seed, keyset: keyset)
    }

    /// Whether the queue takes another change.
    var hasCapacity: Bool { pending.hasCapacity }

    /// Whether the change with this number waits or is in progress.
    func isPerforming(_ id: UInt64) -> Bool {
        switch phase {
        case .askingKeep(let change, _), .leaving(let change, _, _), .pausing(.beforeLeave(let change, _)):
            change.id == id || pending.contains(id)
        case .joining(let join), .pausing(.beforeJoin(let join)):
            join.isFor(id) || pending.contains(id)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .polling,
            .pausing(.beforePoll):
            pending.contains(id)
        }
    }

    /// Sets where polling begins with a change, if nothing is subscribed yet: an iteration that asked for the past ended before
    /// the service received the change.
    mutating func set(since: Timetoken?, of id: UInt64) {
        pending.set(since: since, of: id)
        switch phase {
        case .joining(var join) where join.isFor(id):
            join.since = join.previous.isEmpty ? since : nil
            phase = .joining(join)
        case .pausing(.beforeJoin(var join)) where join.isFor(id):
            join.since = join.previous.isEmpty ? since : nil
            phase = .pausing(.beforeJoin(join))
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining,
            .polling, .pausing:
            break
        }
    }

    /// Takes a change. It is performed after the changes before it, once the client is connected.
    mutating func submit(_ change: SubscriptionChange, into actions: inout ClientActions) {
        pending.append(change)
        startNextChange(into: &actions)
    }

    /// The client connected; remembered targets are restored if configuration and delegate allow it.
    mutating func connected(into actions: inout ClientActions) {
        if case .departing(let request, _) = phase {
            // The client leaves the old keyset first: it may be the new one again.
            phase = .departing(request: request, isConnected: true)
            return
        }
        guard phase == .offline else { return }
        guard endedOffline.isEmpty else {
            // Before anything is subscribed: a leave request that arrives later must not leave what is subscribed next.
            return leave(endedOffline, isConnected: true, into: &actions)
        }
        guard !list.isEmpty else {
            phase = .idle
            return startNextChange(into: &actions)
        }
        phase = .askingRestore
        actions.append(.ask(.resubscribe))
    }

    /// The connection is lost: requests in flight end, the list is remembered, unfinished changes stay queued.
    mutating func interrupted(into actions: inout ClientActions) {
        stopRequests(into: &actions)
        switch phase {
        case .askingKeep(let change, _), .leaving(let change, _, _), .pausing(.beforeLeave(let change, _)):
            pending.putBack(change)
        case .joining(let join), .pausing(.beforeJoin(let join)):
            list = join.previous
            // A changed identifier is already in use: the rest of that change is a plain restore.
            if case .change(let change) = join.reason, !change.kind.isIdentify { pending.putBack(change) }
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .polling,
            .pausing(.beforePoll):
            break
        }
        phase = .offline
    }

    /// The list is wanted on another keyset from now on. The client leaves the old one and discards its timetokens,
    /// remembered messages and catch-up. Queued changes stay queued.
    ///
    /// - Parameters:
    ///   - keyset: A string that identifies the new keyset.
    ///   - isConnected: Whether the service can be reached.
    ///   - actions: Receives the resulting actions, in order.
    mutating func keysetChanged(to keyset: String, isConnected: Bool, into actions: inout ClientActions) {
        cursor = nil
        catchUp = nil
        // The client is not present on the new keyset, and cannot leave the old one if it is not connected.
        endedOffline = []
        duplicates.keysetChanged(to: keyset)
        switch phase {
        case .departing(let request, _), .forgetting(let request):
            phase = .departing(request: request, isConnected: false)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .askingKeep, .leaving, .joining, .polling, .pausing:
            // The list of a first request in flight counts: the service may have processed it.
            let left = isConnected ? list.messageTargets : []
            interrupted(into: &actions)
            guard !left.isEmpty else { return }
            leave(left, isConnected: false, into: &actions)
        }
    }

    private mutating func leave(
        _ targets: [SubscriptionTarget],
        isConnected: Bool,
        into actions: inout ClientActions
    ) {
        let request = ids.next()
        phase = .departing(request: request, isConnected: isConnected)
        actions.append(.leave(request, targets))
        actions.append(.startTimer(.leave, after: Self.departureLimit))
    }

    /// The new keyset has no subscribe key: nothing can be subscribed.
    mutating func subscribeKeyRemoved(into actions: inout ClientActions) {
        let failure = Failure(.local, code: ErrorCode.invalidKey)
        let lost = list.targets
        list = SubscriptionTargetList()
        if !lost.isEmpty { actions.append(.reportSubscription(.subscriptionFailed(nil, lost, failure))) }
        failPending(code: failure.code, into: &actions)
    }

    /// The client left the old keyset or the targets that ended, or its presence there will time out.
    mutating func departed(isConnected: Bool, into actions: inout ClientActions) {
        phase = .offline
        endedOffline = []
        if isConnected { connected(into: &actions) }
    }

    /// Calls cannot wait any longer: every queued change fails. For a machine that is offline.
    mutating func failPending(code: Int, into actions: inout ClientActions) {
        let failure = Failure(.local, code: code)
        for change in pending.removeAll() { actions.append(.reportSubscription(change.failed(failure))) }
    }

    /// The application disconnected: the list is also forgotten.
    mutating func reset(into actions: inout ClientActions) {
        interrupted(into: &actions)
        list = SubscriptionTargetList()
        cursor = nil
        catchUp = nil
        endedOffline = []
    }

    /// The origin is reachable, but the long poll's connection may be lost: the request is sent again, without an
    /// event.
    mutating func renewed(into actions: inout ClientActions) {
        switch phase {
        case .polling(let poll):
            stop(poll, into: &actions)
            self.poll(failures: poll.failures, isAgain: true, into: &actions)
        case .joining(var join):
            stopRequests(into: &actions)
            join.request = ids.next()
            start(join, into: &actions)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .pausing:
            break
        }
    }

    mutating func answered(_ question: ClientAction.Question, _ answer: Bool, into actions: inout ClientActions) {
        switch (question, phase) {
        case (.resubscribe, .askingRestore):
            guard answer else { return forgetRemembered(into: &actions) }
            // There may be no token to continue from.
            guard cursor != nil else { return restore(keepsCursor: false, into: &actions) }
            phase = .askingRestoreCursor
            actions.append(.ask(.restoreFromLastTimetoken))
        case (.restoreFromLastTimetoken, .askingRestoreCursor):
            restore(keepsCursor: answer, into: &actions)
        case (.keepTimetoken, .askingKeep(let change, let poll)):
            stop(poll, into: &actions)
            join(for: change, keepsCursor: answer, into: &actions)
        case (.resubscribe, _), (.restoreFromLastTimetoken, _), (.keepTimetoken, _), (.reconnect, _),
            (.runInBackground, _):
            break
        }
    }

    mutating func timerFired(_ timer: TimerName, into actions: inout ClientActions) {
        switch (timer, phase) {
        case (.poll, .pausing(.beforeJoin(var join))):
            join.request = ids.next()
            start(join, into: &actions)
        case (.poll, .pausing(.beforePoll(let failures))):
            poll(failures: failures, into: &actions)
        case (.poll, .pausing(.beforeLeave(let change, let failures))):
            leave(for: change, failures: failures, into: &actions)
        case (.join, .joining(let join)):
            actions.append(.cancel(join.request))
            joinFailed(join, .requestTimedOut, into: &actions)
        case (.join, .polling(let poll)):
            actions.append(.cancel(poll.request))
            pollFailed(poll, .requestTimedOut, into: &actions)
        case (.join, .askingKeep(let change, let poll?)):
            phase = .askingKeep(change, poll: nil)
            actions.append(.cancel(poll.request))
        case (.leave, .leaving(let change, let request, _)):
            actions.append(.cancel(request))
            leaveFailed(change, failures: Self.retries, .requestTimedOut, into: &actions)
        case (.leave, .forgetting(let request)):
            actions.append(.cancel(request))
            forgotten(into: &actions)
        case (.leave, .departing(let request, let isConnected)):
            actions.append(.cancel(request))
            departed(isConnected: isConnected, into: &actions)
        case (.poll, _), (.join, _), (.leave, _), (.probe, _), (.reconnect, _), (.reconfigure, _), (.suspension, _),
            (.heartbeat, _), (.heartbeatLimit, _), (.outbox, _), (.iterations, _), (.shutdown, _), (.request, _),
            (.connection, _), (.pause, _), (.line, _):
            break
        }
    }
}

extension Failure {
    package static let requestTimedOut = Failure(.timedOut, code: ErrorCode.requestTimedOut)
}

extension SubscriptionChange {
    /// The event for a failure of this change.
    package func failed(_ failure: Failure) -> SubscribeMachine.Event {
        switch kind {
        case .subscribe: .subscriptionFailed(self, targets, failure)
        case .unsubscribe, .identify: .unsubscriptionFailed(self, failure)
        case .enablePresence, .disablePresence: .presenceFailed(self, failure)
        }
    }
}
