/// Bounds how many service requests run at once against one origin; the rest wait their turn, first come, first served.
///
/// Long polls do not pass here. They hold a connection each for minutes, so a bound that counted them would keep
/// either some clients from listening or all of them from publishing.
struct ServiceLaneGate {
    private struct Origin {
        var running = 0
        var waiting: [TransportOrder] = []
    }

    private let limit: Int
    private var origins: [Origin] = []

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// True when the request may run now; otherwise it waits until ``leave(origin:)`` or ``remove(_:)`` returns it.
    mutating func enter(_ order: TransportOrder, origin: Int) -> Bool {
        while origins.count <= origin {
            origins.append(Origin())
        }
        if origins[origin].running < limit {
            origins[origin].running += 1
            return true
        }
        origins[origin].waiting.append(order)
        return false
    }

    /// A running request ended; returns the one that may run in its place.
    mutating func leave(origin: Int) -> TransportOrder? {
        guard origins.indices.contains(origin), origins[origin].running > 0 else { return nil }
        if origins[origin].waiting.isEmpty {
            origins[origin].running -= 1
            return nil
        }
        return origins[origin].waiting.removeFirst()
    }

    /// Takes out a request that still waits; nil when it does not.
    mutating func remove(_ id: RequestID) -> TransportOrder? {
        for origin in origins.indices {
            if let index = origins[origin].waiting.firstIndex(where: { $0.request.id == id }) {
                return origins[origin].waiting.remove(at: index)
            }
        }
        return nil
    }

    /// Takes out all that wait.
    mutating func removeAll() -> [TransportOrder] {
        defer {
            for origin in origins.indices {
                origins[origin].waiting = []
            }
        }
        return origins.flatMap(\.waiting)
    }
}
