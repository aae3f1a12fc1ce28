import PubNubWire

/// Performing one change of the list: leave, ask, join.
extension SubscribeMachine {
    /// Starts the next waiting change unless one is in progress. A loop completes the changes that need no request,
    /// because thousands of them may wait.
    mutating func startNextChange(into actions: inout ClientActions) {
        while mayStartChange, let change = pending.popFirst() { start(change, into: &actions) }
    }

    /// Takes a change after a loss of the connection.
    ///
    /// A change that ends something is applied to the remembered list, which would otherwise be restored with it. The
    /// client leaves the targets when it is connected again. Other changes fail with this code, and so do all changes
    /// if nothing is remembered.
    mutating func submitAfterLoss(_ change: SubscriptionChange, code: Int, into actions: inout ClientActions) {
        guard change.kind == .unsubscribe || change.kind == .disablePresence, !list.isEmpty else {
            return actions.append(.reportSubscription(change.failed(Failure(.local, code: code))))
        }
        let previous = list
        list = change.applied(to: previous)
        // While the client leaves a keyset, it leaves all of its targets.
        if phase == .offline {
            endedOffline += change.targets.filter { previous[$0].messages && !list[$0].messages }
        }
        if list.isEmpty {
            cursor = nil
            catchUp = nil
        }
        report(change, from: previous, into: &actions)
    }

    private var mayStartChange: Bool {
        switch phase {
        case .idle, .polling, .pausing(.beforePoll): true
        case .offline, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving, .joining,
            .pausing(.beforeJoin), .pausing(.beforeLeave):
            false
        }
    }

    private mutating func start(_ change: SubscriptionChange, into actions: inout ClientActions) {
        let newList = change.applied(to: list)
        switch change.kind {
        case .subscribe, .enablePresence, .disablePresence:
            guard newList == list else { return askOrJoin(change, newList: newList, into: &actions) }
            guard change.isAnnounced, !list.isEmpty else { return report(change, from: list, into: &actions) }
            // Nothing is asked: the delegate decides about the token when the list changes.
            stopRequests(into: &actions)
            join(for: change, keepsCursor: cursor != nil, into: &actions)
        case .unsubscribe:
            guard newList != list else { return report(change, from: list, into: &actions) }
            let left = change.targets.filter { list[$0].messages && !newList[$0].messages }
            guard left.isEmpty else { return leave(left, for: change, into: &actions) }
            askOrJoin(change, newList: newList, into: &actions)
        case .identify(let identifier, let catchUp):
            let left = list.messageTargets
            var change = change
            // Earlier changes may have altered the list since the call.
            change.entries = left.map { .init(target: $0) }
            guard left.isEmpty else { return leave(left, for: change, into: &actions) }
            stopRequests(into: &actions)
            actions.append(.adoptIdentifier(identifier))
            join(for: change, keepsCursor: catchUp, into: &actions)
        }
    }

    private mutating func leave(
        _ targets: [SubscriptionTarget],
        for change: SubscriptionChange,
        failures: Int = 0,
        into actions: inout ClientActions
    ) {
        stopRequests(into: &actions)
        let request = ids.next()
        phase = .leaving(change, request: request, failures: failures)
        actions.append(.leave(request, targets))
        actions.append(.startTimer(.leave, after: nil))
    }

    mutating func leaveSucceeded(_ id: RequestID, into actions: inout ClientActions) {
        switch phase {
        case .forgetting(id):
            actions.append(.cancelTimer(.leave))
            forgotten(into: &actions)
        case .departing(id, let isConnected):
            actions.append(.cancelTimer(.leave))
            departed(isConnected: isConnected, into: &actions)
        case .leaving(let change, id, _):
            actions.append(.cancelTimer(.leave))
            left(for: change, into: &actions)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            break
        }
    }

    private mutating func left(for change: SubscriptionChange, into actions: inout ClientActions) {
        phase = .idle
        switch change.kind {
        case .identify(let identifier, let catchUp):
            actions.append(.adoptIdentifier(identifier))
            actions.append(.reportSubscription(.unsubscribed(change)))
            join(for: change, keepsCursor: catchUp, into: &actions)
        case .unsubscribe, .subscribe, .enablePresence, .disablePresence:
            askOrJoin(change, newList: change.applied(to: list), into: &actions)
        }
    }

    mutating func leaveFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        switch phase {
        case .forgetting(id):
            actions.append(.cancelTimer(.leave))
            guard !failure.isLoss else { return actions.append(.forward(.connectionLost(failure))) }
            forgotten(into: &actions)
        // The failed connection was to the old keyset's service.
        case .departing(id, let isConnected):
            actions.append(.cancelTimer(.leave))
            departed(isConnected: isConnected, into: &actions)
        case .leaving(let change, id, let failures):
            actions.append(.cancelTimer(.leave))
            leaveFailed(change, failures: failures, failure, into: &actions)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            break
        }
    }

    mutating func leaveFailed(
        _ change: SubscriptionChange,
        failures: Int,
        _ failure: Failure,
        into actions: inout ClientActions
    ) {
        guard !failure.isLoss else { return actions.append(.forward(.connectionLost(failure))) }
        guard !failure.isWorthRepeating || failures >= Self.retries else {
            phase = .pausing(.beforeLeave(change, failures: failures + 1))
            let delay = backoff.delay(attempt: failures, atLeast: failure.retryAfter)
            return actions.append(.startTimer(.poll, after: delay))
        }
        actions.append(.reportSubscription(change.failed(failure)))
        resume(after: failure, into: &actions)
    }

    /// Leaves again for a change whose leave request failed.
    mutating func leave(for change: SubscriptionChange, failures: Int, into actions: inout ClientActions) {
        let newList = change.applied(to: list)
        let left =
            change.kind.isIdentify
            ? list.messageTargets : change.targets.filter { list[$0].messages && !newList[$0].messages }
        leave(left, for: change, failures: failures, into: &actions)
    }

    /// Asks whether the token is retained, if there is a token and a choice.
    private mutating func askOrJoin(
        _ change: SubscriptionChange,
        newList: SubscriptionTargetList,
        into actions: inout ClientActions
    ) {
        guard !newList.isEmpty, cursor != nil, !list.isEmpty else {
            stopRequests(into: &actions)
            return join(for: change, keepsCursor: false, into: &actions)
        }
        let poll: Poll? = if case .polling(let poll) = phase { poll } else { nil }
        if case .pausing = phase { actions.append(.cancelTimer(.poll)) }
        phase = .askingKeep(change, poll: poll)
        actions.append(.ask(.keepTimetoken))
    }

    mutating func join(for change: SubscriptionChange, keepsCursor: Bool, into actions: inout ClientActions) {
        let previous = list
        list = change.applied(to: list)
        guard !list.isEmpty else {
            cursor = nil
            phase = .idle
            report(change, from: previous, into: &actions)
            return startNextChange(into: &actions)
        }
        let join = Join(
            request: ids.next(),
            reason: .change(change),
            keepsCursor: keepsCursor,
            previous: previous,
            since: previous.isEmpty ? change.since : nil
        )
        start(join, into: &actions)
    }

    mutating func start(_ join: Join, into actions: inout ClientActions) {
        phase = .joining(join)
        actions.append(.join(join.request, list.names))
        actions.append(.startTimer(.join, after: nil))
    }

    mutating func joinSucceeded(_ id: RequestID, _ page: SubscribePage, into actions: inout ClientActions) {
        guard case .joining(let join) = phase, join.request == id else { return }
        joins += 1
        joined = page.cursor.timetoken
        // A start that the application sets by itself precedes that of an iteration.
        // From a time in the future, the poll would wait for everyone until that time.
        let since = join.since.map { Cursor(timetoken: min($0, page.cursor.timetoken), region: nil) }
        let start = start ?? since
        let isFromNow = start == nil && !join.keepsCursor
        catchUp = catchUp(after: join, from: start, until: page.cursor)
        if let start {
            cursor = start
            // The application asked for past messages again.
            duplicates.forget()
        } else if isFromNow || cursor == nil {
            cursor = page.cursor
        }
        self.start = nil
        poll(failures: 0, into: &actions)
        switch join.reason {
        case .restore: actions.append(.reportSubscription(.restored(list.messageTargets)))
        case .change(let change): report(change, from: join.previous, into: &actions)
        }
        if isFromNow { deliver(page, into: &actions) }
        startNextChange(into: &actions)
    }

    /// The client does not listen while the list changes, as during a loss. Targets that the list did not have before
    /// have nothing to catch up with. A requested start determines how far back it looks.
    private func catchUp(after join: Join, from start: Cursor?, until now: Cursor) -> CatchUp? {
        if let start { return CatchUp(from: start.timetoken, to: now.timetoken, of: list) }
        guard join.keepsCursor, let cursor else { return nil }
        var absence = catchUp ?? CatchUp(from: cursor.timetoken, to: now.timetoken, of: join.previous)
        if catchUp != nil { absence.extend(from: cursor.timetoken, to: now.timetoken, of: join.previous) }
        absence.add(list, from: now.timetoken)
        return absence
    }

    mutating func joinFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        guard case .joining(let join) = phase, join.request == id else { return }
        actions.append(.cancelTimer(.join))
        joinFailed(join, failure, into: &actions)
    }

    mutating func joinFailed(_ join: Join, _ failure: Failure, into actions: inout ClientActions) {
        guard !failure.isLoss else { return actions.append(.forward(.connectionLost(failure))) }
        if failure.isWorthRepeating && join.failures < Self.retries {
            var next = join
            next.failures += 1
            phase = .pausing(.beforeJoin(next))
            let delay = backoff.delay(attempt: join.failures, atLeast: failure.retryAfter)
            return actions.append(.startTimer(.poll, after: delay))
        }
        switch join.reason {
        case .restore: restoreFailed(join, failure, into: &actions)
        case .change(let change):
            guard failure.kind != .forbidden else { return forbidden(change, join, failure, into: &actions) }
            list = join.previous
            actions.append(.reportSubscription(change.joinFailed(failure, targets: change.targets)))
            resume(after: failure, into: &actions)
        }
    }

    /// The service refused some names: the call fails for those and continues with the rest. It fails as a whole if the
    /// service named none.
    private mutating func forbidden(
        _ change: SubscriptionChange,
        _ join: Join,
        _ failure: Failure,
        into actions: inout ClientActions
    ) {
        let named = failure.named(among: list.targets)
        list = join.previous
        list.removeStreams(channels: failure.channels, groups: failure.groups)
        var rest = change
        rest.entries.removeAll { named.contains($0.target) }
        let refused = named.isEmpty ? change.targets : named
        actions.append(.reportSubscription(change.joinFailed(failure, targets: refused)))
        let dropped = join.previous.targets.filter { list[$0] != join.previous[$0] }
        // The failure of another kind of change does not say which targets are lost.
        if !rest.kind.isSubscribing, !dropped.isEmpty {
            actions.append(.reportSubscription(.subscriptionFailed(nil, dropped, failure)))
        }
        guard !named.isEmpty, rest.kind.isSubscribing, !rest.entries.isEmpty else { return resume(into: &actions) }
        self.join(for: rest, keepsCursor: join.keepsCursor, into: &actions)
    }

    /// Continues with the list as it is: polls, or rests if it is empty.
    ///
    /// - Parameters:
    ///   - failure: The earlier failure. The next request waits if the service asked for that, or if the same request
    ///     has just failed.
    ///   - actions: Receives the actions that send the request or start the next change.
    mutating func resume(after failure: Failure? = nil, into actions: inout ClientActions) {
        guard !list.isEmpty else {
            cursor = nil
            phase = .idle
            return startNextChange(into: &actions)
        }
        guard cursor != nil else {
            let join = Join(request: ids.next(), reason: .restore, keepsCursor: false, previous: list)
            guard let failure, failure.isWorthRepeating else { return start(join, into: &actions) }
            phase = .pausing(.beforeJoin(join))
            let pause = backoff.delay(attempt: Self.retries, atLeast: failure.retryAfter)
            return actions.append(.startTimer(.poll, after: pause))
        }
        if let retryAfter = failure?.retryAfter {
            phase = .pausing(.beforePoll(failures: 1))
            actions.append(.startTimer(.poll, after: backoff.delay(attempt: 0, atLeast: retryAfter)))
        } else {
            poll(failures: 0, isAgain: true, into: &actions)
        }
        startNextChange(into: &actions)
    }

    /// The events of a completed change, in the documented order.
    private func report(
        _ change: SubscriptionChange,
        from previous: SubscriptionTargetList,
        into actions: inout ClientActions
    ) {
        switch change.kind {
        case .subscribe:
            actions.append(.reportSubscription(.subscribed(change.reported(previous, list))))
            let enabled = change.beginsPresence(after: previous)
            if !enabled.isEmpty { actions.append(.reportSubscription(.presenceEnabled(change, enabled))) }
            let disabled = change.entries.filter { $0.presence == false && previous[$0.target].presence }.map(\.target)
            if !disabled.isEmpty { actions.append(.reportSubscription(.presenceDisabled(change, disabled))) }
        case .unsubscribe: actions.append(.reportSubscription(.unsubscribed(change.reported(previous, list))))
        case .enablePresence: actions.append(.reportSubscription(.presenceEnabled(change, change.targets)))
        case .disablePresence: actions.append(.reportSubscription(.presenceDisabled(change, change.targets)))
        case .identify:
            if !previous.isEmpty { actions.append(.reportSubscription(.subscribed(change))) }
        }
    }
}

extension SubscriptionChange {
    /// The event for a change that failed for some of its targets when the new list was requested.
    package func joinFailed(_ failure: Failure, targets: [SubscriptionTarget]) -> SubscribeMachine.Event {
        kind.isSubscribing ? .subscriptionFailed(self, targets, failure) : failed(failure)
    }

    /// The targets whose presence events a subscription begins for its caller: those that were not observed before, or only
    /// by iterations. A call that names the presence part itself begins it in any case.
    fileprivate func beginsPresence(after previous: SubscriptionTargetList) -> [SubscriptionTarget] {
        entries.filter { entry in
            guard entry.presence == true || !entry.messages else { return false }
            let isObserved = previous[entry.target].presence
            guard isObserved, !isForIterations else { return !isObserved }
            return !entry.messages || retained[entry.target]?.presence == true
        }
        .map(\.target)
    }

    /// The change as its event names it: for iterations, with the targets whose messages began or ended with it.
    fileprivate func reported(_ previous: SubscriptionTargetList, _ list: SubscriptionTargetList) -> Self {
        guard isForIterations else { return self }
        var change = self
        change.entries.removeAll { previous[$0.target].messages == list[$0.target].messages }
        return change
    }
}

extension SubscriptionChange.Kind {
    package var isIdentify: Bool {
        if case .identify = self { true } else { false }
    }

    /// Whether the list is requested in order to receive messages: by a subscription or under a new identifier.
    package var isSubscribing: Bool { self == .subscribe || isIdentify }
}

extension Failure {
    /// Whether the next attempt may succeed: after a malformed response, a server error (Documentation/WireProtocol.md,
    /// "Errors and retries"), a broken connection or a rate limit.
    package var isWorthRepeating: Bool {
        switch kind {
        case .malformed, .serverError, .interrupted: true
        case .refused: isRateLimit
        case .unreachable, .insecure, .forbidden, .timedOut, .local, .unsent: false
        }
    }

    /// Whether the service refused the request because of a rate limit (HTTP 429). It did not process it.
    package var isRateLimit: Bool { kind == .refused && (isTooManyRequests || code == ErrorCode.rateExceeded) }

    /// Whether the failure shows that the origin is unreachable, and not only that one request failed.
    package var isLoss: Bool { kind == .unreachable || kind == .insecure }

    /// The targets that the service named.
    package func named(among targets: [SubscriptionTarget]) -> [SubscriptionTarget] {
        let channelNames = Set(channels.map { NameKey(PresenceName.strip($0).name) })
        let groupNames = Set(groups.map { NameKey(PresenceName.strip($0).name) })
        return targets.filter { ($0.isGroup ? groupNames : channelNames).contains(NameKey($0.name)) }
    }
}
