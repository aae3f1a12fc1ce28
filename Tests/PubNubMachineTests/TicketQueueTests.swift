import Testing

@testable import PubNubMachines

@Suite("A queue with removal from the middle")
struct TicketQueueTests {
    @Test("Random operations agree with an array", arguments: [1, 2, 3])
    func model(_ seed: UInt64) {
        var random = SplitMix64(state: seed)
        var queue = TicketQueue<Int>()
        var model: [(ticket: UInt64, element: Int)] = []
        var gone: [UInt64] = []
        for number in 0..<5_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case ..<5: model.append((queue.append(number), number))
            case ..<7:
                #expect(queue.popFirst() == model.first?.element)
                if !model.isEmpty { gone.append(model.removeFirst().ticket) }
            case ..<9:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                let taken = model.remove(at: index)
                #expect(queue.remove(taken.ticket) == taken.element)
                gone.append(taken.ticket)
            default:
                if let ticket = gone.randomElement(using: &random) { #expect(queue.remove(ticket) == nil) }
            }
            #expect(queue.count == model.count && queue.first == model.first?.element)
        }
        #expect(queue.elements == model.map(\.element))
        while let element = queue.popFirst() { #expect(element == model.removeFirst().element) }
        #expect(queue.isEmpty && queue == TicketQueue())
    }

    /// If the cost of one element grew with the length of the queue, this would take hours. The limit only ends that wait.
    @Test(
        "Removes a million elements from the middle and the front at a constant cost each",
        .timeLimit(.minutes(10))
    )
    func long() {
        var queue = TicketQueue<Int>()
        let tickets = (0..<1_000_000).map { queue.append($0) }
        // From the back, which a search from the front reaches last.
        for index in stride(from: tickets.count - 1, to: 0, by: -2) { queue.remove(tickets[index]) }
        var taken: [Int] = []
        while let element = queue.popFirst() { taken.append(element) }
        #expect(taken == Array(stride(from: 0, to: 1_000_000, by: 2)))
    }

    @Test("Releases the memory of elements removed behind one that stays")
    func holes() {
        var queue = TicketQueue<Int>()
        let first = queue.append(0)
        for number in 1...100_000 { queue.remove(queue.append(number)) }
        #expect(queue.elements == [0])
        #expect(
            Mirror(reflecting: queue).children.compactMap { ($0.value as? any Collection)?.count }.allSatisfy {
                $0 < 100
            }
        )
        #expect(queue.remove(first) == 0)
    }
}
