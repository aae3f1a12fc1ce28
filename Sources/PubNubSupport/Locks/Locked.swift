public import Synchronization

/// A value behind a lock.
///
/// Use this in place of `Mutex`: on Linux a contended `Mutex` is handed over inside the standard library, where
/// ThreadSanitizer does not see it and reports races that do not exist. `make lint` rejects a bare `Mutex`.
///
/// The type is public although no product contains this module. Inlinable code with package access is not inlined in
/// other modules, and taking a lock through unspecialized code costs several times as much as the lock.
public struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let handover = Atomic<Bool>(false)

    /// Puts `value` behind a lock.
    @inlinable
    public init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with the value, one thread at a time. Calls must not be nested, and `body` must not call code of the
    /// application.
    @inlinable
    public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
