import Synchronization

/// Names one request from its start to its completion.
///
/// Clients share one transport, so a request that reaches it needs an identifier that no other client uses:
/// ``next()`` gives one.
package struct RequestID: Hashable, Sendable {
    private static let counter = Atomic<UInt64>(1)

    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// An identifier that was not given out before in this process.
    package static func next() -> RequestID {
        RequestID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}
