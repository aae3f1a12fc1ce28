import PubNubWire

/// The long poll itself: ask, re-arm, deliver.
extension SubscribeMachine {
    /// Sends the next long poll from the present cursor.
    mutating func poll(failures: Int, isAgain: Bool = false) -> [Action] {
        let poll = Poll(request: ids.next(), failures: failures, isAgain: isAgain || failures > 0)
        phase = .polling(poll)
        return [.poll(poll.request, list.names, cursor ?? .now), .startTimer(.join, after: nil)]
    }

    mutating func pollSucceeded(_ id: RequestID, _ page: SubscribePage) -> [Action] {
        switch phase {
        case .polling(let poll) where poll.request == id:
            let gap = gap(in: page, brought: poll)
            cursor = page.cursor
            // Re-armed first: the service must not wait for the application.
            return self.poll(failures: 0) + gap + deliver(page)
        case .askingKeep(let change, let poll?) where poll.request == id:
            let gap = gap(in: page, brought: poll)
            cursor = page.cursor
            let polling = self.poll(failures: 0)
            if case .polling(let next) = phase { phase = .askingKeep(change, poll: next) }
            return polling + gap + deliver(page)
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            return []
        }
    }

    /// Told before what came after it.
    private mutating func gap(in page: SubscribePage, brought poll: Poll) -> [Action] {
        if poll.isAgain || page.isFull { missed(until: page.cursor, isAgain: poll.isAgain) }
        guard var absence = catchUp.take() else { return [] }
        let found = absence.pageArrived(page)
        let told: [Action] =
            if fillsGaps {
                found.isEmpty ? [] : [.fill(found, since: absence.start)]
            } else {
                absence.gap(of: found).map { [.emit(.gap(from: $0.lowerBound, to: $0.upperBound))] } ?? []
            }
        if !absence.isOver(with: page) { catchUp = absence }
        return told
    }

    /// Nobody knows how long nobody listened, or more came than could be fetched.
    private mutating func missed(until now: Cursor, isAgain: Bool) {
        guard let cursor else { return }
        switch (catchUp, isAgain) {
        case (nil, _): catchUp = CatchUp(from: cursor.timetoken, to: now.timetoken)
        case (_?, false): catchUp?.extend(to: now.timetoken)
        case (_?, true): catchUp?.extend(from: cursor.timetoken, to: now.timetoken, of: list)
        }
    }

    mutating func deliver(_ page: SubscribePage) -> [Action] {
        let fresh = duplicates.fresh(in: page)
        return fresh.envelopes.isEmpty ? [] : [.deliver(fresh)]
    }

    mutating func pollFailed(_ id: RequestID, _ failure: Failure) -> [Action] {
        switch phase {
        case .polling(let poll) where poll.request == id:
            return [.cancelTimer(.join)] + pollFailed(poll, failure)
        case .askingKeep(let change, let poll?) where poll.request == id:
            // The answer to the question starts the next request, so this one need not be repeated.
            phase = .askingKeep(change, poll: nil)
            return [.cancelTimer(.join)]
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .askingKeep, .leaving,
            .joining, .polling, .pausing:
            return []
        }
    }

    mutating func pollFailed(_ poll: Poll, _ failure: Failure) -> [Action] {
        let failures = poll.failures + 1
        switch failure.kind {
        case .unreachable, .insecure:
            return [.connectionLost(failure)]
        case .timedOut:
            // Silence is what a long poll is made of: a new one shows whether anybody is still there.
            return self.poll(failures: poll.failures, isAgain: true)
        case .forbidden:
            return dropForbidden(failure)
        case .interrupted, .serverTrouble:
            guard failures <= Self.retries else { return [.connectionLost(failure)] }
            return pause(failures: failures, after: failure)
        case .malformed:
            return (failures == Self.retries + 1 ? [.emit(.subscriptionFailed(nil, list.feeds, failure))] : [])
                + pause(failures: failures, after: failure)
        case .refused, .local:
            return (failures == 1 ? [.emit(.subscriptionFailed(nil, list.feeds, failure))] : [])
                + pause(failures: failures, after: failure)
        }
    }

    private mutating func pause(failures: Int, after failure: Failure) -> [Action] {
        phase = .pausing(.beforePoll(failures: failures))
        return [.startTimer(.poll, after: backoff.delay(attempt: failures - 1, atLeast: failure.retryAfter))]
    }

    /// The access manager took names away: they are dropped and told, the rest goes on.
    mutating func dropForbidden(_ failure: Failure) -> [Action] {
        let named = failure.named(among: list.feeds)
        let refused = named.isEmpty ? list.feeds : named
        let before = list
        list.removeStreams(channels: failure.channels, groups: failure.groups)
        // A refusal that names no stream of the list is about the whole of its feeds.
        if list == before { list.remove(refused) }
        return [.emit(.subscriptionFailed(nil, refused, failure))] + resume()
    }
}
