import PubNubSupport

/// Calls closures for events of a client.
///
/// Observers are notified on the callback queue of the client, after its delegate and in the order in which they were
/// added. The center does not retain an observer object. Once the object is deallocated, its closures are not called
/// any more. A closure is retained until its observer is deallocated or removed. A value, such as a string, may also
/// observe until it is removed. Adding and removing is safe from any thread.
public final class PNObservationCenter: Sendable {
    private let state = Locked<[[CallbackBox<ObserverRegistration>]]>(
        Array(repeating: [], count: EventKind.allCases.count)
    )

    init() {}

    func add(_ observer: Any, _ kind: EventKind, _ handler: EventHandler) {
        let registration = CallbackBox(ObserverRegistration(observer: observer, handler: handler))
        change(kind) { $0.filter { !$0.value.isDead } + [registration] }
    }

    func remove(_ observer: Any, _ kind: EventKind) {
        change(kind) { $0.filter { !$0.value.isDead && !$0.value.belongs(to: observer) } }
    }

    /// The observers of an event, in the order of registration; some may be deallocated.
    func registrations(for kind: EventKind) -> [CallbackBox<ObserverRegistration>] {
        state.withLock { $0[kind.rawValue] }
    }

    private func change(
        _ kind: EventKind,
        _ change: ([CallbackBox<ObserverRegistration>]) -> [CallbackBox<ObserverRegistration>]
    ) {
        // Dropped closures are released outside of the lock: their deallocation may run code of the app.
        let before = state.withLock { state in
            let before = state[kind.rawValue]
            state[kind.rawValue] = change(before)
            return before
        }
        _ = before
    }
}

/// One observer with its closure.
///
/// A class, because copying a weak reference for each observer with each event is not cheap.
final class ObserverRegistration {
    /// How an observer is distinguished from others.
    private enum Identity {
        case object(ObjectIdentifier)
        case value(AnyHashable)
        /// A value that cannot be compared; it can be added, but not removed.
        case anonymous
    }

    private let identity: Identity
    private weak var object: AnyObject?
    let handler: EventHandler

    init(observer: Any, handler: EventHandler) {
        let observer = Self.unwrapped(observer)
        identity = Self.identity(of: observer)
        if case .object = identity { object = observer as AnyObject }
        self.handler = handler
    }

    /// Whether the observer object was deallocated.
    var isDead: Bool {
        if case .object = identity { return object == nil }
        return false
    }

    func belongs(to observer: Any) -> Bool {
        switch (identity, Self.identity(of: Self.unwrapped(observer))) {
        case (.object(let left), .object(let right)): left == right
        case (.value(let left), .value(let right)): left == right
        default: false
        }
    }

    private static func identity(of observer: Any) -> Identity {
        if type(of: observer) is AnyClass { return .object(ObjectIdentifier(observer as AnyObject)) }
        return (observer as? AnyHashable).map { .value($0) } ?? .anonymous
    }

    /// The content of an optional: applications pass weak references and optional properties unchanged.
    private static func unwrapped(_ observer: Any) -> Any {
        guard let optional = observer as? any AnyOptional, let content = optional.content else { return observer }
        return unwrapped(content)
    }
}

private protocol AnyOptional {
    var content: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var content: Any? { map { $0 } }
}
