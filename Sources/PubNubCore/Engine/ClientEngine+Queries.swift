package import PubNubMachines
package import PubNubWire

/// The questions of the interfaces about the state.
///
/// Each question has a function of its own, so that the state stays an affair of this module. A generic function would also not
/// be specialized for its callers in other modules, and look up its types for each call.
extension ClientEngine {
    /// The latest settings that are in force.
    package var settings: ClientSettings { read { $0.settings } }

    /// The settings that were set last, which may still wait for the calls before them.
    package var settingsOfLastCall: ClientSettings { read { $0.settingsOfLastCall } }

    /// Whether strings that are JSON are sent as that JSON, by the settings that were set last.
    package var sendsTextAsJSONOfLastCall: Bool { read { $0.settingsOfLastCall.sendsTextAsJSON } }

    /// The origin of the settings in force.
    package var origin: String { read { $0.settings.origin } }

    /// Why a client with the settings in force cannot connect; `nil` if it can. The client has no settings in force if the
    /// only configuration of the application was refused.
    package var settingsFault: Failure? { read { $0.settingsFault } }

    /// The failure of a call without the keys that its route needs; `nil` if the settings in force have them.
    package func missingKey(for route: Route) -> Failure? { read { $0.missingKey(for: route) } }

    /// The cipher in force; `nil` without a cipher key.
    package var cipher: MessageCipher? { read { $0.cryptor } }

    /// The cipher of the settings that were set last; `nil` without a cipher key.
    package var cipherOfLastCall: MessageCipher? {
        read { state in
            let isInForce = !state.settings.requiresNewCipher(for: state.settingsOfLastCall)
            return isInForce ? state.cryptor : state.settingsOfLastCall.makeCryptor()
        }
    }

    /// Whether the origin responded, and nothing since has shown that it is unreachable.
    package var isConnected: Bool { read { $0.machine.connection.isConnected } }

    /// Whether the client tries to connect, or waits to try again.
    package var isConnecting: Bool {
        read { $0.machine.connection.isRunning && !$0.machine.connection.isConnected }
    }

    /// The subscriptions that the service has confirmed.
    package var confirmedSubscriptions: SubscriptionTargetList { read { $0.machine.subscription.confirmedList } }

    /// Makes the next subscription begin after a time instead of at the present one.
    package func beginSubscription(after timetoken: Timetoken) {
        change { $0.machine.begin(at: timetoken) }
    }

    /// The state that this client has set on a channel or group: empty without one, `nil` if it is not subscribed.
    package func ownState(on target: SubscriptionTarget) -> [String: JSON]? {
        read { state in
            guard state.machine.subscription.list[target].messages else { return nil }
            return state.presenceState[target]?.object ?? [:]
        }
    }

    /// Remembers a state for later subscriptions and heartbeats, if it is that of this client and the target is subscribed.
    package func remember(_ presenceState: JSON, of identifier: String, on target: SubscriptionTarget) {
        change { state in
            guard identifier == state.identifier, state.machine.subscription.list[target].messages else { return }
            state.presenceState[target] = presenceState == [:] ? nil : presenceState
        }
    }

    /// The number of bytes of the request that a call would send now; `nil` if that cannot be measured.
    package func byteCount(of call: Call<Timetoken>) throws(Failure) -> Int? {
        // The request is not sent, so its identifier has no meaning.
        try read { $0.builder }.build(call, id: RequestID(rawValue: 0), isMeasured: true).byteCount
    }
}
