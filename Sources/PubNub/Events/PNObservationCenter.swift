/// Calls closures when something of a kind happens to a client.
///
/// Observers are told on the callback queue of the client, after its delegate and in the order in which they were
/// added. An object that observes is not kept alive: when it is gone, its closures are no longer called. Its closure is
/// kept until the object is gone or removed. A value (a string, say) may observe as well, until it is removed.
/// Adding and removing is safe from any thread.
public final class PNObservationCenter: Sendable {
    private struct State {
        var registrations: [[ObserverRegistration]] = Array(repeating: [], count: EventKind.allCases.count)
    }

    private let state = Locked(CallbackBox(State()))

    init() {}

    /// The center of the shared client.
    ///
    /// - Returns: The same center as `PubNub.sharedInstance().observationCenter`.
    public class func `default`() -> PNObservationCenter {
        PubNub.sharedInstance().observationCenter
    }

    func add(_ observer: Any, _ kind: EventKind, _ handler: EventHandler) {
        let registration = CallbackBox(ObserverRegistration(observer: observer, handler: handler))
        change(kind) { registrations in
            registrations.append(registration.value)
            return registrations.filter { !$0.isDead }
        }
    }

    func remove(_ observer: Any, _ kind: EventKind) {
        let observer = CallbackBox(observer)
        change(kind) { registrations in
            registrations.filter { !$0.isDead && !$0.belongs(to: observer.value) }
        }
    }

    /// The closures to call for an event, in the order of their registration.
    func handlers(for kind: EventKind) -> [CallbackBox<EventHandler>] {
        state.withLock { box in
            let registrations = box.value.registrations[kind.rawValue]
            return registrations.isEmpty ? [] : registrations.lazy.filter { !$0.isDead }.map(\.handler)
        }
    }

    private func change(
        _ kind: EventKind,
        _ change: @Sendable (inout [ObserverRegistration]) -> [ObserverRegistration]
    ) {
        // What is dropped is let go of outside of the lock: closures may run code of the app when they go.
        let before = state.withLock { box -> CallbackBox<State> in
            let before = box
            var state = box.value
            state.registrations[kind.rawValue] = change(&state.registrations[kind.rawValue])
            box = CallbackBox(state)
            return before
        }
        _ = before
    }
}
