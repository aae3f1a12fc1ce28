import PubNubWire

/// Carrying out one change of the list: leave, ask, join.
extension SubscribeMachine {
    /// Starts the next waiting change, unless one is under way. Changes that need no request are done at once, in a loop:
    /// thousands of them may wait.
    mutating func startNextChange() -> [Action] {
        var actions: [Action] = []
        while mayStartChange, let change = pending.popFirst() { actions += start(change) }
        return actions
    }

    private var mayStartChange: Bool {
        switch phase {
        case .idle, .polling, .pausing(.beforePoll): true
        case .offline, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving, .joining,
            .pausing(.beforeJoin), .pausing(.beforeLeave):
            false
        }
    }

    private mutating func start(_ change: SubscriptionChange) -> [Action] {
        let target = change.applied(to: list)
        switch change.kind {
        case .subscribe, .enablePresence, .disablePresence:
            guard target != list || (change.carriesState && !list.isEmpty) else { return report(change, from: list) }
            return askOrJoin(change, target: target)
        case .unsubscribe:
            guard target != list else { return report(change, from: list) }
            let left = change.feeds.filter { list[$0].messages && !target[$0].messages }
            return left.isEmpty ? askOrJoin(change, target: target) : leave(left, for: change)
        case .identify(let identifier, let catchUp):
            let left = list.messageFeeds
            var change = change
            // Changes that were ahead in line may have altered the list since the call.
            change.entries = left.map { .init(feed: $0) }
            guard left.isEmpty else { return leave(left, for: change) }
            return stopRequests() + [.adoptIdentifier(identifier)] + join(for: change, keepsCursor: catchUp)
        }
    }

    private mutating func leave(_ feeds: [Feed], for change: SubscriptionChange, failures: Int = 0) -> [Action] {
        let stop = stopRequests()
        let request = ids.next()
        phase = .leaving(change, request: request, failures: failures)
        return stop + [.leave(request, feeds), .startTimer(.leave, after: nil)]
    }

    mutating func leaveSucceeded(_ id: RequestID) -> [Action] {
        if phase == .forgetting(request: id) { return [.cancelTimer(.leave)] + forgotten() }
        if case .departing(id, let isConnected) = phase {
            return [.cancelTimer(.leave)] + departed(isConnected: isConnected)
        }
        guard case .leaving(let change, id, _) = phase else { return [] }
        let done: [Action] = [.cancelTimer(.leave)]
        phase = .idle
        switch change.kind {
        case .identify(let identifier, let catchUp):
            return done + [.adoptIdentifier(identifier), .emit(.unsubscribed(change))]
                + join(for: change, keepsCursor: catchUp)
        case .unsubscribe, .subscribe, .enablePresence, .disablePresence:
            return done + askOrJoin(change, target: change.applied(to: list))
        }
    }

    mutating func leaveFailed(_ id: RequestID, _ failure: Failure) -> [Action] {
        let done: [Action] = [.cancelTimer(.leave)]
        if phase == .forgetting(request: id) {
            return done + (failure.isLoss ? [.connectionLost(failure)] : forgotten())
        }
        // The connection that failed was to the old keyset's service.
        if case .departing(id, let isConnected) = phase { return done + departed(isConnected: isConnected) }
        guard case .leaving(let change, id, let failures) = phase else { return [] }
        return done + leaveFailed(change, failures: failures, failure)
    }

    mutating func leaveFailed(_ change: SubscriptionChange, failures: Int, _ failure: Failure) -> [Action] {
        if failure.isLoss { return [.connectionLost(failure)] }
        guard !failure.isWorthRepeating || failures >= Self.retries else {
            phase = .pausing(.beforeLeave(change, failures: failures + 1))
            return [.startTimer(.poll, after: backoff.delay(attempt: failures, atLeast: failure.retryAfter))]
        }
        return [.emit(change.failed(failure))] + resume(after: failure)
    }

    /// Leaves again for a change whose leave request failed.
    mutating func leave(for change: SubscriptionChange, failures: Int) -> [Action] {
        let left = change.kind.isIdentify ? list.messageFeeds : change.feeds.filter { list[$0].messages }
        return leave(left, for: change, failures: failures)
    }

    /// Asks whether the token is kept, where there is one and a choice.
    private mutating func askOrJoin(_ change: SubscriptionChange, target: FeedList) -> [Action] {
        guard !target.isEmpty, cursor != nil, !list.isEmpty else {
            return stopRequests() + join(for: change, keepsCursor: false)
        }
        let poll: Poll? = if case .polling(let poll) = phase { poll } else { nil }
        let stop: [Action] = poll == nil ? stopPause() : []
        phase = .askingKeep(change, poll: poll)
        return stop + [.ask(.keepTimetoken)]
    }

    private func stopPause() -> [Action] {
        if case .pausing = phase { [.cancelTimer(.poll)] } else { [] }
    }

    mutating func join(for change: SubscriptionChange, keepsCursor: Bool) -> [Action] {
        let previous = list
        list = change.applied(to: list)
        guard !list.isEmpty else {
            cursor = nil
            phase = .idle
            return report(change, from: previous) + startNextChange()
        }
        return start(Join(request: ids.next(), reason: .change(change), keepsCursor: keepsCursor, previous: previous))
    }

    mutating func start(_ join: Join) -> [Action] {
        phase = .joining(join)
        return [.join(join.request, list.names), .startTimer(.join, after: nil)]
    }

    mutating func joinSucceeded(_ id: RequestID, _ page: SubscribePage) -> [Action] {
        guard case .joining(let join) = phase, join.request == id else { return [] }
        let isFromNow = start == nil && !join.keepsCursor
        catchUp = catchUp(after: join, until: page.cursor)
        if let start {
            cursor = start
            // The application wants to have the past again.
            duplicates.forget()
        } else if isFromNow || cursor == nil {
            cursor = page.cursor
        }
        start = nil
        let delivered = isFromNow ? deliver(page) : []
        let polling = poll(failures: 0)
        switch join.reason {
        case .restore:
            return polling + [.emit(.restored(list.feeds))] + delivered + startNextChange()
        case .change(let change):
            return polling + report(change, from: join.previous) + delivered + startNextChange()
        }
    }

    /// Nobody listens while a list changes, no more than during a loss; what was not in the list before is new anyway.
    /// A start that was asked for lies as far back as it says.
    private func catchUp(after join: Join, until now: Cursor) -> CatchUp? {
        if let start { return CatchUp(from: start.timetoken, to: now.timetoken, of: list) }
        guard join.keepsCursor, let cursor else { return nil }
        var absence = catchUp ?? CatchUp(from: cursor.timetoken, to: now.timetoken, of: join.previous)
        if catchUp != nil { absence.extend(from: cursor.timetoken, to: now.timetoken, of: join.previous) }
        absence.add(list, from: now.timetoken)
        return absence
    }

    mutating func joinFailed(_ id: RequestID, _ failure: Failure) -> [Action] {
        guard case .joining(let join) = phase, join.request == id else { return [] }
        return [.cancelTimer(.join)] + joinFailed(join, failure)
    }

    mutating func joinFailed(_ join: Join, _ failure: Failure) -> [Action] {
        if failure.isLoss { return [.connectionLost(failure)] }
        if failure.isWorthRepeating && join.failures < Self.retries {
            var next = join
            next.failures += 1
            phase = .pausing(.beforeJoin(next))
            let delay = backoff.delay(attempt: join.failures, atLeast: failure.retryAfter)
            return [.startTimer(.poll, after: delay)]
        }
        switch join.reason {
        case .restore: return restoreFailed(join, failure)
        case .change(let change):
            if failure.kind == .forbidden { return forbidden(change, join, failure) }
            list = join.previous
            return [.emit(change.joinFailed(failure, feeds: change.feeds))] + resume(after: failure)
        }
    }

    private mutating func restoreFailed(_ join: Join, _ failure: Failure) -> [Action] {
        switch failure.kind {
        case .forbidden: return dropForbidden(failure)
        case .interrupted, .serverTrouble: return [.connectionLost(failure)]
        case .refused, .malformed, .timedOut, .local, .unreachable, .insecure:
            phase = .pausing(.beforeJoin(join))
            return [
                .emit(.subscriptionFailed(nil, list.feeds, failure)),
                .startTimer(.poll, after: backoff.delay(attempt: Self.retries + 1, atLeast: failure.retryAfter)),
            ]
        }
    }

    /// Some names were refused: the call has failed for those, and goes on with the rest. Without names it has failed.
    private mutating func forbidden(_ change: SubscriptionChange, _ join: Join, _ failure: Failure) -> [Action] {
        let named = failure.named(among: list.feeds)
        list = join.previous
        list.removeStreams(channels: failure.channels, groups: failure.groups)
        var rest = change
        rest.entries.removeAll { named.contains($0.feed) }
        var told: [Action] = [.emit(change.joinFailed(failure, feeds: named.isEmpty ? change.feeds : named))]
        let dropped = join.previous.feeds.filter { list[$0] != join.previous[$0] }
        // The failure of another kind of change does not say what else is gone.
        if !rest.kind.isSubscribing, !dropped.isEmpty {
            told.append(.emit(.subscriptionFailed(nil, dropped, failure)))
        }
        guard !named.isEmpty, rest.kind.isSubscribing, !rest.entries.isEmpty else { return told + resume() }
        return told + self.join(for: rest, keepsCursor: join.keepsCursor)
    }

    /// Goes on with the list as it is: polls, or rests when nothing is left.
    ///
    /// - Parameter failure: What went wrong before. The next request waits if the service asked for that, or if it is the
    ///   same that just failed.
    /// - Returns: What sends it, or the next change.
    mutating func resume(after failure: Failure? = nil) -> [Action] {
        guard !list.isEmpty else {
            cursor = nil
            phase = .idle
            return startNextChange()
        }
        guard cursor != nil else {
            let join = Join(request: ids.next(), reason: .restore, keepsCursor: false, previous: list)
            guard let failure, failure.isWorthRepeating else { return start(join) }
            phase = .pausing(.beforeJoin(join))
            let pause = backoff.delay(attempt: Self.retries, atLeast: failure.retryAfter)
            return [.startTimer(.poll, after: pause)]
        }
        guard let retryAfter = failure?.retryAfter else { return poll(failures: 0, isAgain: true) + startNextChange() }
        phase = .pausing(.beforePoll(failures: 1))
        return [.startTimer(.poll, after: backoff.delay(attempt: 0, atLeast: retryAfter))] + startNextChange()
    }

    /// What the application is told when a change is done, in the documented order.
    private func report(_ change: SubscriptionChange, from previous: FeedList) -> [Action] {
        let enabled = change.entries.filter { $0.presence == true || !$0.messages }.map(\.feed)
        let disabled = change.entries.filter { $0.presence == false && previous[$0.feed].presence }.map(\.feed)
        switch change.kind {
        case .subscribe:
            return [.emit(.subscribed(change))]
                + (enabled.isEmpty ? [] : [.emit(.presenceEnabled(change, enabled))])
                + (disabled.isEmpty ? [] : [.emit(.presenceDisabled(change, disabled))])
        case .unsubscribe: return [.emit(.unsubscribed(change))]
        case .enablePresence: return [.emit(.presenceEnabled(change, change.feeds))]
        case .disablePresence: return [.emit(.presenceDisabled(change, change.feeds))]
        case .identify: return previous.isEmpty ? [] : [.emit(.subscribed(change))]
        }
    }
}

extension SubscriptionChange {
    /// The event that tells that this change failed when the new list was asked for, for some of its feeds.
    package func joinFailed(_ failure: Failure, feeds: [Feed]) -> SubscribeMachine.Event {
        kind.isSubscribing ? .subscriptionFailed(self, feeds, failure) : failed(failure)
    }
}

extension SubscriptionChange.Kind {
    package var isIdentify: Bool {
        if case .identify = self { true } else { false }
    }

    /// Whether the list is asked for so that its messages are received: by a subscription or under a new identifier.
    package var isSubscribing: Bool { self == .subscribe || isIdentify }
}

extension Failure {
    /// A malformed response or a server error may be gone on the next try (wire reference 2.4), and so may a broken
    /// connection and a rate limit.
    package var isWorthRepeating: Bool {
        switch kind {
        case .malformed, .serverTrouble, .interrupted: true
        case .refused: isRateLimit
        case .unreachable, .insecure, .forbidden, .timedOut, .local: false
        }
    }

    /// Whether the service refused the request because there were too many (HTTP 429). It did not act on it.
    package var isRateLimit: Bool { kind == .refused && (isTooManyRequests || code == ErrorCode.rateExceeded) }

    /// Whether it shows that the origin is gone, and not only that one request failed.
    package var isLoss: Bool { kind == .unreachable || kind == .insecure }

    /// Those of the feeds that the service named.
    package func named(among feeds: [Feed]) -> [Feed] {
        let channelNames = Set(channels.map { PresenceName.strip($0).name })
        let groupNames = Set(groups.map { PresenceName.strip($0).name })
        return feeds.filter { ($0.isGroup ? groupNames : channelNames).contains($0.name) }
    }
}
