#if DEBUG
import PubNubSupport

/// Bounds how many observations of a store are checked at a time, so that each transaction reads a few results at most.
final class ScopeCheckSlots: Sendable {
    /// Ends when it is released.
    final class Slot: Sendable {
        private let slots: ScopeCheckSlots

        fileprivate init(_ slots: ScopeCheckSlots) { self.slots = slots }

        deinit { slots.used.withLock { $0 -= 1 } }
    }

    static let limit = 16
    private let used = Locked(0)

    /// A slot; nil if all are taken.
    func take() -> Slot? {
        let isFree = used.withLock { used in
            guard used < Self.limit else { return false }
            used += 1
            return true
        }
        return isFree ? Slot(self) : nil
    }
}
#endif
