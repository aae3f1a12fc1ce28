import PubNubMachines

/// Changes of the subscription: each ends once, and what is told of them makes sense.
struct ChangeCheck {
    private var open: [UInt64: SubscriptionChange] = [:]
    private var isRestoring = false
    /// The targets whose messages the application was told that it gets.
    private(set) var subscribed: Set<SubscriptionTarget> = []

    var count: Int { open.count }

    mutating func submitted(_ change: SubscriptionChange) {
        // Nobody waits for the end of a change of identifier.
        if !change.kind.isIdentity { open[change.id] = change }
    }

    /// The connection is gone, and with it a restore that was under way.
    mutating func interrupted() { isRestoring = false }

    mutating func forgot() { subscribed = [] }

    mutating func told(_ event: SubscribeMachine.Event) throws(Violation) {
        switch event {
        case .subscribed(let change):
            subscribed.formUnion(change.entries.filter(\.messages).map(\.target))
            try end(change, .subscribe)
        case .subscriptionFailed(let change, let targets, let failure):
            subscribed = subscribed.filter { !event.givenUp.contains($0.name) }
            guard let change, !isPartial(change, targets, failure) else { return }
            try end(change, .subscribe)
        case .unsubscribed(let change):
            guard !change.kind.isIdentity else { return }
            subscribed.subtract(change.entries.filter(\.messages).map(\.target))
            try end(change, .unsubscribe)
        case .unsubscriptionFailed(let change, _): try end(change, .unsubscribe)
        case .presenceEnabled(let change, _):
            if change.kind == .subscribe { try checkEnded(change) } else { try end(change, .enablePresence) }
        case .presenceDisabled(let change, _):
            if change.kind == .subscribe { try checkEnded(change) } else { try end(change, .disablePresence) }
        case .presenceFailed(let change, _): try end(change, change.kind)
        case .willRestore: isRestoring = true
        case .restored:
            guard isRestoring else { throw Violation(.subscriptionEvents, "restored what was not being restored") }
            isRestoring = false
        case .gap: break
        }
    }

    /// What the application was told that it gets is what the client listens to.
    func checkTold(_ machine: ClientMachine) throws(Violation) {
        let listened = Set(machine.subscription.list.messageTargets)
        guard !subscribed.isSubset(of: listened) else { return }
        let missing = subscribed.subtracting(listened).map(\.name).sorted().joined(separator: ", ")
        throw Violation(.subscriptionEvents, "subscribed to \(missing), as was told, but not listening")
    }

    private func isPartial(_ change: SubscriptionChange, _ targets: [SubscriptionTarget], _ failure: Failure) -> Bool {
        let isSubscribing = change.kind == .subscribe || change.kind.isIdentity
        return isSubscribing && failure.kind == .forbidden && !change.targets.allSatisfy(targets.contains)
    }

    private mutating func end(_ change: SubscriptionChange, _ kind: SubscriptionChange.Kind) throws(Violation) {
        guard !change.kind.isIdentity else { return }
        guard change.kind == kind else {
            throw Violation(.changes, "change \(change.id), \(change.kind.words), ends as \(kind.words)")
        }
        guard open.removeValue(forKey: change.id) != nil else {
            throw Violation(.changes, "change \(change.id), \(change.kind.words), ends twice")
        }
    }

    private func checkEnded(_ change: SubscriptionChange) throws(Violation) {
        guard open[change.id] != nil else { return }
        throw Violation(.subscriptionEvents, "presence of change \(change.id) is told before its subscription")
    }
}

extension SubscriptionChange.Kind {
    var isIdentity: Bool {
        if case .identify = self { true } else { false }
    }
}
