/// Restoring or forgetting the remembered targets, and ending requests.
extension SubscribeMachine {
    mutating func restore(keepsCursor: Bool, into actions: inout ClientActions) {
        let join = Join(request: ids.next(), reason: .restore, keepsCursor: keepsCursor, previous: list)
        actions.append(.reportSubscription(.willRestore(list.messageTargets)))
        start(join, into: &actions)
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
