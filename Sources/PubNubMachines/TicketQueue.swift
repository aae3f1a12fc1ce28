/// A first-in, first-out queue whose elements can also be removed from the middle.
///
/// Appending returns a ticket, by which the element can be removed later. Appending and taking the first element cost
/// amortized constant time, removing from the middle costs a binary search. Removed elements leave holes, which are
/// squeezed out once they outnumber the elements, so the memory in use is proportional to ``count``.
package struct TicketQueue<Element: Sendable>: Sendable {
    /// Numbers the elements in the order in which they were appended.
    package typealias Ticket = UInt64

    private struct Slot: Sendable {
        let ticket: Ticket
        /// `nil` for an element that has been removed.
        var element: Element?
    }

    /// Below this many slots, holes are not removed: it would cost more than it frees.
    private static var smallest: Int { 32 }

    private var slots: [Slot] = []
    /// The index of the first element; every slot before it is empty.
    private var head = 0
    private var lastTicket: Ticket = 0
    /// The number of elements.
    package private(set) var count = 0

    /// An empty queue.
    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// The element that has been in the queue for the longest time.
    package var first: Element? { head < slots.count ? slots[head].element : nil }

    /// The oldest element for which `isWanted` returns true, and its ticket.
    package func first(where isWanted: (Element) -> Bool) -> (ticket: Ticket, element: Element)? {
        for slot in slots[head...] {
            if let element = slot.element, isWanted(element) { return (slot.ticket, element) }
        }
        return nil
    }

    /// Calls `body` with each element and its ticket, the oldest first.
    package func forEach(_ body: (Ticket, Element) -> Void) {
        for slot in slots[head...] {
            if let element = slot.element { body(slot.ticket, element) }
        }
    }

    /// All elements, the oldest first.
    package var elements: [Element] { slots[head...].compactMap(\.element) }

    package mutating func append(_ element: Element) -> Ticket {
        lastTicket += 1
        slots.append(Slot(ticket: lastTicket, element: element))
        count += 1
        return lastTicket
    }

    package mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        clear(head)
        return element
    }

    /// Removes one element; returns `nil` if the queue does not contain it any more.
    @discardableResult
    package mutating func remove(_ ticket: Ticket) -> Element? {
        var (low, high) = (head, slots.count)
        while low < high {
            let middle = low + (high - low) / 2
            if slots[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        guard low < slots.count, slots[low].ticket == ticket, let element = slots[low].element else { return nil }
        clear(low)
        return element
    }

    private mutating func clear(_ index: Int) {
        slots[index].element = nil
        count -= 1
        while head < slots.count, slots[head].element == nil { head += 1 }
        if count == 0 {
            slots.removeAll(keepingCapacity: slots.count <= Self.smallest)
            head = 0
        } else if slots.count > Self.smallest, slots.count > 2 * count {
            slots = slots[head...].filter { $0.element != nil }
            head = 0
        }
    }
}

extension TicketQueue: Equatable where Element: Equatable {
    /// Queues are equal when they hold the same elements in the same order.
    package static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}
