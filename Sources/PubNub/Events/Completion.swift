import PubNubLocks
import PubNubWire

/// The closure of one call, until the call is over or an identical call takes its place.
final class Completion: Sendable {
    /// The operation and the arguments of a call; identical calls have equal keys.
    struct Key: Hashable, Sendable {
        let operation: String
        let arguments: [NameKey]

        init(_ operation: String, _ arguments: [String] = []) {
            self.operation = operation
            self.arguments = arguments.map(NameKey.init)
        }
    }

    /// `nil` for calls that are never identical to another one, such as publishing.
    let key: Key?

    private let handler: Locked<CallbackBox<EventHandler>?>

    init(key: Key?, handler: EventHandler) {
        self.key = key
        self.handler = Locked(CallbackBox(handler))
    }

    /// Forgets the closure without calling it.
    func drop() {
        // The closure is released outside of the lock: deallocating its captures may run code of the app.
        let dropped = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        _ = dropped
    }

    /// A completion that also calls the closure of another one, unless that has ended.
    func joined(by other: Completion?) -> Completion {
        guard let other, other.handler.withLock({ $0 != nil }) else { return self }
        return Completion(
            key: key,
            handler: .all { [self] event in
                let endings = [other.run(event), run(event)]
                return endings.allSatisfy(\.self)
            }
        )
    }

    /// Calls the closure, on the callback queue.
    ///
    /// - Returns: Whether the call is over.
    func run(_ event: PNEvent) -> Bool {
        guard let handler = handler.withLock({ $0 }) else { return true }
        guard handler.value.handle(event) else { return false }
        drop()
        return true
    }
}
