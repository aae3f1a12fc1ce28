import PubNubMachines

/// Bounds how many service requests are in flight to one origin; the rest wait their turn, first come, first served.
///
/// Long polls do not pass here. They hold a connection each for minutes, so a bound that counted them would keep
/// either some clients from listening or all of them from publishing. Urgent requests count, but do not wait.
struct ServiceLaneGate {
    private struct Origin {
        var running = 0
        var waiting = TicketQueue<TransportOrder>()
    }

    /// Where a request waits.
    private struct Place {
        let origin: Int
        let ticket: TicketQueue<TransportOrder>.Ticket
    }

    private let limit: Int
    private var origins: [Origin] = []
    private var places: [RequestID: Place] = [:]

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Returns true if the request may be sent now; otherwise it waits until ``leave(origin:)`` or ``remove(_:)`` returns it.
    mutating func enter(_ order: TransportOrder, origin: Int) -> Bool {
        while origins.count <= origin {
            origins.append(Origin())
        }
        if origins[origin].running < limit || order.request.isUrgent {
            origins[origin].running += 1
            return true
        }
        let ticket = origins[origin].waiting.append(order)
        places[order.request.id] = Place(origin: origin, ticket: ticket)
        return false
    }

    /// A running request ended; returns the one that may be sent in its place.
    mutating func leave(origin: Int) -> TransportOrder? {
        guard origins.indices.contains(origin), origins[origin].running > 0 else { return nil }
        origins[origin].running -= 1
        guard origins[origin].running < limit, let next = origins[origin].waiting.popFirst() else { return nil }
        places[next.request.id] = nil
        origins[origin].running += 1
        return next
    }

    /// Takes out a request that still waits; returns `nil` if it does not.
    mutating func remove(_ id: RequestID) -> TransportOrder? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        return origins[place.origin].waiting.remove(place.ticket)
    }

    /// Takes out all that wait.
    mutating func removeAll() -> [TransportOrder] {
        let waiting = origins.flatMap(\.waiting.elements)
        for origin in origins.indices {
            origins[origin].waiting = TicketQueue()
        }
        places = [:]
        return waiting
    }
}
