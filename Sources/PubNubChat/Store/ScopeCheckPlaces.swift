#if DEBUG
import PubNubSupport

/// Bounds how many observations of a store are checked at a time, so that each transaction reads a few results at most.
final class ScopeCheckPlaces: Sendable {
    /// Ends when it is released.
    final class Place: Sendable {
        private let places: ScopeCheckPlaces

        fileprivate init(_ places: ScopeCheckPlaces) { self.places = places }

        deinit { places.used.withLock { $0 -= 1 } }
    }

    static let limit = 16
    private let used = Locked(0)

    /// A place; nil if all are taken.
    func take() -> Place? {
        let isFree = used.withLock { used in
            guard used < Self.limit else { return false }
            used += 1
            return true
        }
        return isFree ? Place(self) : nil
    }
}
#endif
