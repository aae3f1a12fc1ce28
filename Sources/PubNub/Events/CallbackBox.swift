// Unchecked because apps need not make these Sendable: they are stored and copied anywhere, and used on the callback
// queue only.

/// Carries what an app handed over (closures, delegates, observers) to the callback queue.
struct CallbackBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
