import PubNubMachines

/// Why a client is not connected, for the errors of its calls.
enum Absence: Sendable {
    case neverConnected, disconnected, reset

    var text: String {
        switch self {
        case .neverConnected: "The client was never connected."
        case .disconnected: "The application disconnected the client."
        case .reset: "The application reset the client."
        }
    }
}

extension ClientEngine {
    /// An event of the subscription whose failure has the reason.
    func explained(_ event: SubscribeMachine.Event) -> SubscribeMachine.Event {
        switch event {
        case .subscriptionFailed(let change, let targets, let failure):
            .subscriptionFailed(change, targets, explained(failure))
        case .unsubscriptionFailed(let change, let failure): .unsubscriptionFailed(change, explained(failure))
        case .presenceFailed(let change, let failure): .presenceFailed(change, explained(failure))
        case .subscribed, .unsubscribed, .presenceEnabled, .presenceDisabled, .forgotten, .willRestore, .restored, .gap:
            event
        }
    }
}
