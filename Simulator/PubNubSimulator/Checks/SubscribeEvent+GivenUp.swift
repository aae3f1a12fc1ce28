import PubNubMachines
import PubNubWire

extension SubscribeMachine.Event {
    /// The names on the wire that the application does not listen to any more, as it learns by this event.
    var givenUp: Set<String> {
        switch self {
        case .unsubscribed(let change) where change.kind == .unsubscribe:
            Set(change.entries.flatMap { $0.messages ? $0.target.streamNames : [PresenceName.make($0.target.name)] })
        case .subscriptionFailed(let change, let targets, let failure) where failure.kind == .forbidden:
            if failure.channels.isEmpty && failure.groups.isEmpty {
                // A call that is refused as a whole leaves what was listened to before.
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
