@testable import PubNubMachines
@testable import PubNubWire

extension SubscribeMachine.Event {
    /// The names on the wire that are not subscribed any more, according to this event.
    var abandonedNames: Set<String> {
        switch self {
        case .unsubscribed(let change) where change.kind == .unsubscribe:
            Set(
                change.entries.flatMap { entry in
                    let retained = change.retained[entry.target]
                    let names = entry.messages ? entry.target.streamNames : [PresenceName.make(entry.target.name)]
                    // What iterations hold remains.
                    return names.filter { name in
                        PresenceName.strip(name).isPresence ? retained?.presence != true : retained?.messages != true
                    }
                }
            )
        case .forgotten(let targets): Set(targets.flatMap(\.streamNames))
        case .subscriptionFailed(let change, let targets, let failure) where failure.kind == .forbidden:
            if failure.channels.isEmpty && failure.groups.isEmpty {
                // A call that is refused as a whole leaves earlier subscriptions unchanged.
                change == nil ? Set(targets.flatMap(\.streamNames)) : []
            } else {
                Set(failure.channels + failure.groups)
            }
        case .subscribed, .subscriptionFailed, .unsubscribed, .unsubscriptionFailed, .presenceEnabled,
            .presenceDisabled, .presenceFailed, .willRestore, .restored, .gap:
            []
        }
    }
}

extension SubscriptionTarget {
    /// The names of its messages and of its presence.
    fileprivate var streamNames: [String] { [name, PresenceName.make(name)] }
}
