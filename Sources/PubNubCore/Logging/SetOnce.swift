import PubNubSupport

/// A value that may be replaced until it is first used.
package struct SetOnce<Value: Sendable>: ~Copyable, Sendable {
    private struct State {
        var value: Value
        var isUsed = false
    }

    private let state: Locked<State>

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// The value, which stays from now on.
    package var value: Value {
        state.withLock { state in
            state.isUsed = true
            return state.value
        }
    }

    /// Replaces the value.
    ///
    /// - Returns: `false` if the value was used or replaced before; it stays then.
    func set(_ value: Value) -> Bool {
        state.withLock { state in
            guard !state.isUsed else { return false }
            state = State(value: value, isUsed: true)
            return true
        }
    }

    /// Replaces the value, or warns that it came too late.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - warning: The warning if the value was used or replaced before.
    /// - Returns: `false` if the value was used or replaced before; it stays then.
    package func set(_ value: Value, orWarn warning: @autoclosure () -> String) -> Bool {
        let isSet = set(value)
        // Not under the lock: the logger may read its own defaults.
        if !isSet { ClientLog.warn(warning()) }
        return isSet
    }
}
