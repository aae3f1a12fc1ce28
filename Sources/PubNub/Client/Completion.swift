import PubNubSupport

/// The closure of one call, until the call is over.
final class Completion: Sendable {
    private let handler: Locked<CallbackBox<EventHandler>?>

    init(_ handler: EventHandler) {
        self.handler = Locked(CallbackBox(handler))
    }

    /// `nil` for a call without a closure.
    convenience init?(_ handler: EventHandler?) {
        guard let handler else { return nil }
        self.init(handler)
    }

    /// Forgets the closure without calling it.
    private func drop() {
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
            .all { [self] event in
                let endings = [other.run(event), run(event)]
                return endings.allSatisfy(\.self)
            }
        )
    }

    /// Calls the closure, on the callback queue.
    ///
    /// - Returns: Whether the call is over.
    @discardableResult
    func run(_ event: PNEvent) -> Bool {
        guard let handler = handler.withLock({ $0 }) else { return true }
        guard handler.value.handle(event) else { return false }
        drop()
        return true
    }
}
