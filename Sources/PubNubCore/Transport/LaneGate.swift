import PubNubMachines

/// Limits the requests of one kind in flight to one origin, such as service requests. The others wait, first in, first out.
///
/// Long polls do not count. They hold a connection each for minutes, so a limit that counted them would prevent some
/// clients from subscribing, or all of them from publishing. Urgent requests count, but do not wait.
struct LaneGate {
    private struct Origin {
        var running = 0
        var waiting = TicketQueue<TransportOrder>()
    }

    /// The origin and the ticket of a waiting request.
    private struct Slot {
        let origin: Int
        let ticket: TicketQueue<TransportOrder>.Ticket
    }

    private let limit: Int
    private var origins: [Origin] = []
    private var slots: [RequestID: Slot] = [:]

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Returns true if the request may be sent now. Otherwise it waits until ``leave(origin:)`` or ``remove(_:)``
    /// returns it.
    mutating func enter(_ order: TransportOrder, origin: Int) -> Bool {
        while origins.count <= origin {
            origins.append(Origin())
        }
        if origins[origin].running < limit || order.request.isUrgent {
            origins[origin].running += 1
            return true
        }
        let ticket = origins[origin].waiting.append(order)
        slots[order.request.id] = Slot(origin: origin, ticket: ticket)
        return false
    }

    /// A request ended. Returns the next one, which may be sent now.
    mutating func leave(origin: Int) -> TransportOrder? {
        guard origins.indices.contains(origin), origins[origin].running > 0 else { return nil }
        origins[origin].running -= 1
        guard origins[origin].running < limit, let next = origins[origin].waiting.popFirst() else { return nil }
        slots[next.request.id] = nil
        origins[origin].running += 1
        return next
    }

    /// Removes a waiting request; returns `nil` if it does not wait.
    mutating func remove(_ id: RequestID) -> TransportOrder? {
        guard let slot = slots.removeValue(forKey: id) else { return nil }
        return origins[slot.origin].waiting.remove(slot.ticket)
    }

    /// Removes all waiting requests.
    mutating func removeAll() -> [TransportOrder] {
        let waiting = origins.flatMap(\.waiting.elements)
        for origin in origins.indices {
            origins[origin].waiting = TicketQueue()
        }
        slots = [:]
        return waiting
    }
}
