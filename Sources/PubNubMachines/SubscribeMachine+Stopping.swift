/// Restoring or forgetting the remembered targets, and ending requests.
extension SubscribeMachine {
    /// The changes of calls that have not ended, in the order of the calls.
    var calls: [SubscriptionChange] {
        let current: SubscriptionChange? =
            switch phase {
            case .askingKeep(let change, _), .leaving(let change, _, _), .pausing(.beforeLeave(let change, _)): change
            case .joining(let join), .pausing(.beforeJoin(let join)):
                if case .change(let change) = join.reason { change } else { nil }
            case .offline, .idle, .askingRestore, .askingRestoreCursor, .forgetting, .departing, .polling,
                .pausing(.beforePoll):
                nil
            }
        return ((current.map { [$0] } ?? []) + pending.waiting).filter { !$0.isForIterations }
    }

    mutating func restore(keepsCursor: Bool, into actions: inout ClientActions) {
        let join = Join(request: ids.next(), reason: .restore, keepsCursor: keepsCursor, previous: list)
        actions.append(.reportSubscription(.willRestore(list.messageTargets)))
        start(join, into: &actions)
    }

    /// The first request that restores the list failed for good, or too often.
    mutating func restoreFailed(_ join: Join, _ failure: Failure, into actions: inout ClientActions) {
        switch failure.kind {
        case .forbidden:
            dropForbidden(failure, into: &actions)
            guard !list.isEmpty else { return resume(into: &actions) }
            // The restore of the rest has not taken place yet. Each refusal shortens the list, so this ends.
            let rest = Join(request: ids.next(), reason: .restore, keepsCursor: join.keepsCursor, previous: list)
            start(rest, into: &actions)
        case .interrupted, .serverError: actions.append(.forward(.connectionLost(failure)))
        case .refused, .malformed, .timedOut, .local, .unsent, .unreachable, .insecure:
            phase = .pausing(.beforeJoin(join))
            reportFailure(failure, into: &actions)
            let delay = backoff.delay(attempt: Self.retries + 1, atLeast: failure.retryAfter)
            actions.append(.startTimer(.poll, after: delay))
        }
    }

    mutating func forgetRemembered(into actions: inout ClientActions) {
        let left = list.messageTargets
        actions.append(.reportSubscription(.forgotten(list.targets)))
        list = SubscriptionTargetList()
        cursor = nil
        catchUp = nil
        guard !left.isEmpty else { return forgotten(into: &actions) }
        // A leave request that arrives later must not leave targets that are subscribed next.
        let request = ids.next()
        phase = .forgetting(request: request)
        actions.append(.leave(request, left))
        actions.append(.startTimer(.leave, after: nil))
    }

    /// The service knows that the client is gone, or its presence will time out.
    mutating func forgotten(into actions: inout ClientActions) {
        phase = .idle
        startNextChange(into: &actions)
    }

    /// Ends the requests of the present phase.
    func stopRequests(into actions: inout ClientActions) {
        switch phase {
        case .askingKeep(_, let poll): stop(poll, into: &actions)
        case .leaving(_, let request, _), .forgetting(let request), .departing(let request, _):
            actions.append(.cancel(request))
            actions.append(.cancelTimer(.leave))
        case .joining(let join):
            actions.append(.cancel(join.request))
            actions.append(.cancelTimer(.join))
        case .polling(let poll): stop(poll, into: &actions)
        case .pausing: actions.append(.cancelTimer(.poll))
        case .offline, .idle, .askingRestore, .askingRestoreCursor: break
        }
    }

    func stop(_ poll: Poll?, into actions: inout ClientActions) {
        guard let poll else { return }
        actions.append(.cancel(poll.request))
        actions.append(.cancelTimer(.join))
    }
}
