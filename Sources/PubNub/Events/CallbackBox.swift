// Unchecked because apps need not make these Sendable: they are stored and copied anywhere, and used on the callback
// queue only.

/// Carries what an app handed over (closures, delegates, observers) to the callback queue.
package struct CallbackBox<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
