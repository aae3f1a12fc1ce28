import PubNubMachines

/// Reports the results of the machines to the listeners and the delegate.
extension ClientEngine {
    func report(_ event: ConnectionMachine.Event) {
        log(event)
        noteIterations(of: event)
        for entry in listeners.all { entry.listener.connection(event) }
        delegate?.connection(event, with: read { $0.settingsInUse.origin })
        if case .didConnect = event { releaseOutbox() }
    }

    func report(_ event: SubscribeMachine.Event) {
        noteIterations(of: event)
        let remaining = change { state -> SubscriptionTargetList? in
            // The state was that of the identifier that has left.
            if case .unsubscribed(let change) = event, change.kind.isIdentify { state.presenceState = [:] }
            if case .subscriptionFailed(let change?, _, _) = event, change.isAnnounced {
                state.joinsBeforeUnsentState = state.machine.subscription.joins
            }
            switch event.ending {
            case nil: return nil
            case .subscriptions: break
            case .change(let id): state.changes[id] = nil
            }
            return state.forgetUnsubscribed()
        }
        for entry in listeners.all { entry.listener.subscription(event) }
        delegate?.subscription(event, remaining: remaining)
    }
}

extension SubscribeMachine.Event {
    /// The effect of an event on changes and subscriptions.
    fileprivate enum Ending {
        /// A change, by its number.
        case change(UInt64)
        /// Subscriptions, without the end of a change.
        case subscriptions
    }

    /// The change or the subscriptions that end with the event; `nil` for none.
    fileprivate var ending: Ending? {
        switch self {
        case .subscribed(let change), .unsubscribed(let change), .unsubscriptionFailed(let change, _),
            .presenceFailed(let change, _):
            .change(change.id)
        case .subscriptionFailed(let change, _, _): change.map { .change($0.id) } ?? .subscriptions
        case .presenceEnabled(let change, _): change.kind == .enablePresence ? .change(change.id) : .subscriptions
        case .presenceDisabled(let change, _): change.kind == .disablePresence ? .change(change.id) : .subscriptions
        case .forgotten: .subscriptions
        case .willRestore, .restored, .gap: nil
        }
    }
}
