import PubNubLocks

/// Calls closures when something of a kind happens to a client.
///
/// Observers are told on the callback queue of the client, after its delegate and in the order in which they were
/// added. An object that observes is not kept alive: when it is gone, its closures are no longer called. Its closure is
/// kept until the object is gone or removed. A value (a string, say) may observe as well, until it is removed.
/// Adding and removing is safe from any thread.
public final class PNObservationCenter: Sendable {
    private let state = Locked<[[CallbackBox<ObserverRegistration>]]>(
        Array(repeating: [], count: EventKind.allCases.count)
    )

    init() {}

    /// The center of the shared client.
    ///
    /// - Returns: The same center as `PubNub.sharedInstance().observationCenter`.
    public class func `default`() -> PNObservationCenter {
        PubNub.sharedInstance().observationCenter
    }

    func add(_ observer: Any, _ kind: EventKind, _ handler: EventHandler) {
        let registration = CallbackBox(ObserverRegistration(observer: observer, handler: handler))
        change(kind) { $0.filter { !$0.value.isDead } + [registration] }
    }

    func remove(_ observer: Any, _ kind: EventKind) {
        change(kind) { $0.filter { !$0.value.isDead && !$0.value.belongs(to: observer) } }
    }

    /// Who is to be told of an event, in the order of registration; some may be gone.
    func registrations(for kind: EventKind) -> [CallbackBox<ObserverRegistration>] {
        state.withLock { $0[kind.rawValue] }
    }

    private func change(
        _ kind: EventKind,
        _ change: ([CallbackBox<ObserverRegistration>]) -> [CallbackBox<ObserverRegistration>]
    ) {
        // What is dropped is let go of outside of the lock: closures may run code of the app when they go.
        let before = state.withLock { state in
            let before = state[kind.rawValue]
            state[kind.rawValue] = change(before)
            return before
        }
        _ = before
    }
}
