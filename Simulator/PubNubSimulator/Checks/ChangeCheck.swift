@testable import PubNubMachines

/// Checks changes of the subscription: each change ends once, and the events that report it are consistent.
struct ChangeCheck {
    private var open: [UInt64: SubscriptionChange] = [:]
    private var isRestoring = false
    /// The targets for which the application received a success.
    private(set) var subscribed: Set<SubscriptionTarget> = []

    var count: Int { open.count }

    func isOpen(_ id: UInt64) -> Bool { open[id] != nil }

    mutating func submitted(_ change: SubscriptionChange) {
        // No closure waits for the end of a change of identifier.
        if !change.kind.isIdentity { open[change.id] = change }
    }

    /// The connection is lost; that ends a restore in progress.
    mutating func interrupted() { isRestoring = false }

    mutating func forgot() { subscribed = [] }

    mutating func reported(_ event: SubscribeMachine.Event) throws(Violation) {
        switch event {
        case .subscribed(let change):
            subscribed.formUnion(change.entries.filter(\.messages).map(\.target))
            try end(change, .subscribe)
        case .subscriptionFailed(let change, let targets, let failure):
            subscribed = subscribed.filter { !event.abandonedNames.contains($0.name) }
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
        case .forgotten(let targets): subscribed.subtract(targets)
        case .willRestore: isRestoring = true
        case .restored:
            guard isRestoring else { throw Violation(.subscriptionEvents, "a restore ended that had not begun") }
            isRestoring = false
        case .gap: break
        }
    }

    /// Throws if the targets that were reported to the application differ from those of the client's subscription.
    func checkReported(_ machine: ClientMachine) throws(Violation) {
        let targets = Set(machine.subscription.list.messageTargets)
        guard !subscribed.isSubset(of: targets) else { return }
        let missing = subscribed.subtracting(targets).map(\.name).sorted().joined(separator: ", ")
        throw Violation(.subscriptionEvents, "subscribed to \(missing), as was reported, but not listening")
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
        throw Violation(.subscriptionEvents, "presence of change \(change.id) is reported before its subscription")
    }
}

extension SubscriptionChange.Kind {
    var isIdentity: Bool {
        if case .identify = self { true } else { false }
    }
}
