import PubNubWire

/// The long poll: send, send again, deliver.
extension SubscribeMachine {
    /// Sends the next long poll from the present cursor.
    mutating func poll(failures: Int, isAgain: Bool = false, into actions: inout ClientActions) {
        let poll = Poll(request: ids.next(), failures: failures, isAgain: isAgain || failures > 0)
        phase = .polling(poll)
        actions.append(.poll(poll.request, list.names, cursor ?? .now))
        actions.append(.startTimer(.join, after: nil))
    }

    mutating func pollSucceeded(_ id: RequestID, _ page: SubscribePage, into actions: inout ClientActions) {
        switch phase {
        case .polling(let poll) where poll.request == id:
            takePage(page, of: poll, into: &actions)
        case .askingKeep(let change, let poll?) where poll.request == id:
            takePage(page, of: poll, into: &actions)
            if case .polling(let next) = phase { phase = .askingKeep(change, poll: next) }
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            break
        }
    }

    private mutating func takePage(_ page: SubscribePage, of poll: Poll, into actions: inout ClientActions) {
        let gap = gap(in: page, brought: poll)
        cursor = page.cursor
        // Sent first, so that the service need not wait for the application.
        self.poll(failures: 0, into: &actions)
        if let gap { actions.append(gap) }
        deliver(page, into: &actions)
    }

    /// The gap to report before the page; `nil` without one.
    private mutating func gap(in page: SubscribePage, brought poll: Poll) -> ClientAction? {
        if poll.isAgain || page.isFull { missed(until: page.cursor, isAgain: poll.isAgain) }
        guard var absence = catchUp.take() else { return nil }
        let found = absence.pageArrived(page)
        let gap: ClientAction? =
            if fillsGaps {
                found.isEmpty ? nil : .forward(.fill(found, since: absence.start))
            } else {
                absence.gap(of: found).map { .reportSubscription(.gap(from: $0.lowerBound, to: $0.upperBound)) }
            }
        if !absence.isOver(with: page) { catchUp = absence }
        return gap
    }

    /// The client did not listen for an unknown time, or more messages came than it could fetch.
    private mutating func missed(until now: Cursor, isAgain: Bool) {
        guard let cursor else { return }
        switch (catchUp, isAgain) {
        case (nil, _): catchUp = CatchUp(from: cursor.timetoken, to: now.timetoken)
        case (_?, false): catchUp?.extend(to: now.timetoken)
        case (_?, true): catchUp?.extend(from: cursor.timetoken, to: now.timetoken, of: list)
        }
    }

    mutating func deliver(_ page: SubscribePage, into actions: inout ClientActions) {
        let fresh = duplicates.fresh(in: page)
        if !fresh.envelopes.isEmpty { actions.append(.deliver(fresh)) }
    }

    mutating func pollFailed(_ id: RequestID, _ failure: Failure, into actions: inout ClientActions) {
        switch phase {
        case .polling(let poll) where poll.request == id:
            actions.append(.cancelTimer(.join))
            pollFailed(poll, failure, into: &actions)
        case .askingKeep(let change, let poll?) where poll.request == id:
            // The delegate's reply starts the next request, so this one is not repeated.
            phase = .askingKeep(change, poll: nil)
            actions.append(.cancelTimer(.join))
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            break
        }
    }

    mutating func pollFailed(_ poll: Poll, _ failure: Failure, into actions: inout ClientActions) {
        let failures = poll.failures + 1
        switch failure.kind {
        case .unreachable, .insecure:
            actions.append(.forward(.connectionLost(failure)))
        case .timedOut:
            // A long poll without a response is normal: a new one shows whether the service is still reachable.
            self.poll(failures: poll.failures, isAgain: true, into: &actions)
        case .forbidden:
            // Rights were revoked.
            dropForbidden(failure, into: &actions)
            resume(into: &actions)
        case .interrupted, .serverError:
            guard failures <= Self.retries else { return actions.append(.forward(.connectionLost(failure))) }
            pause(failures: failures, after: failure, into: &actions)
        case .malformed:
            if failures == Self.retries + 1 { reportFailure(failure, into: &actions) }
            pause(failures: failures, after: failure, into: &actions)
        case .refused, .local, .unsent:
            if failures == 1 { reportFailure(failure, into: &actions) }
            pause(failures: failures, after: failure, into: &actions)
        }
    }

    /// Reports that nothing of the list is received at present.
    func reportFailure(_ failure: Failure, into actions: inout ClientActions) {
        actions.append(.reportSubscription(.subscriptionFailed(nil, list.targets, failure)))
    }

    private mutating func pause(failures: Int, after failure: Failure, into actions: inout ClientActions) {
        phase = .pausing(.beforePoll(failures: failures))
        let delay = backoff.delay(attempt: failures - 1, atLeast: failure.retryAfter)
        actions.append(.startTimer(.poll, after: delay))
    }

    /// The access manager refused names: they are dropped and reported. The caller continues with the rest.
    mutating func dropForbidden(_ failure: Failure, into actions: inout ClientActions) {
        let named = failure.named(among: list.targets)
        let refused = named.isEmpty ? list.targets : named
        let before = list
        list.removeStreams(channels: failure.channels, groups: failure.groups)
        // A refusal that names no stream of the list applies to all its targets.
        if list == before { list.remove(refused) }
        actions.append(.reportSubscription(.subscriptionFailed(nil, refused, failure)))
    }
}
