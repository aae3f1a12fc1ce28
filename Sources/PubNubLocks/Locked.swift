public import Synchronization

/// A value behind a lock.
///
/// A `Mutex` that ThreadSanitizer understands: on Linux a contended `Mutex` is handed over inside the standard
/// library, where the sanitizer does not see it and reports races that are none. Nothing here uses a bare `Mutex`
/// (`make lint` looks).
///
/// Public, though no product offers this module: what is inlinable but only for the package is not inlined in other
/// modules, and taking a lock through unspecialized code costs several times as much as the lock.
public struct Locked<Value>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let handover = Atomic<Bool>(false)

    /// Puts `value` behind a lock.
    @inlinable
    public init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with the value, one thread at a time. Must not be nested, and must not call code of the app.
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
