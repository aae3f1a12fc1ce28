import PubNub

/// Calls of the application: each ends once, and those of one order follow one another.
struct CallCheck {
    private struct Open {
        let number: Int
        let order: Int?
        /// The keys that it was made for.
        let keyset: Int
        var isSent = false
    }

    private var open: [RequestID: Open] = [:]
    private(set) var ended = 0

    var count: Int { open.count }

    func isOpen(_ id: RequestID) -> Bool { open[id] != nil }

    func order(of id: RequestID) -> Int? { open[id]?.order }

    func number(of id: RequestID) -> Int { open[id]?.number ?? 0 }

    func keyset(of id: RequestID) -> Int? { open[id]?.keyset }

    mutating func submitted(_ id: RequestID, number: Int, order: Int?, keyset: Int = 0) {
        open[id] = Open(number: number, order: order, keyset: keyset)
    }

    mutating func sent(_ id: RequestID) throws(Violation) {
        guard let call = open[id] else { throw Violation(.calls, "a call that has ended is sent") }
        guard !call.isSent else { throw Violation(.calls, "call \(call.number) is sent while it is under way") }
        if let order = call.order, let other = open.values.first(where: { $0.order == order && $0.isSent }) {
            throw Violation(.callOrder, "call \(call.number) is sent while call \(other.number) is under way")
        }
        open[id]?.isSent = true
    }

    /// The process ended, and all that waited in it.
    mutating func forgot() { open = [:] }

    /// An answer came, or will not come.
    mutating func answered(_ id: RequestID) { open[id]?.isSent = false }

    mutating func ended(_ id: RequestID) throws(Violation) {
        guard open.removeValue(forKey: id) != nil else { throw Violation(.calls, "a call ends twice") }
        ended += 1
    }

    /// Which calls are waited for is the same here and in the machine.
    func check(_ machine: ClientMachine) throws(Violation) {
        guard machine.queue.count == open.count, open.keys.allSatisfy(machine.isWaiting) else {
            let numbers = open.values.map { String($0.number) }.sorted().joined(separator: ", ")
            throw Violation(.calls, "calls [\(numbers)] have not ended, but \(machine.queue.count) are waited for")
        }
    }

    static func checkOrder(_ service: ServiceModel) throws(Violation) {
        for (order, numbers) in service.calls {
            for (first, second) in zip(numbers, numbers.dropFirst()) where first > second {
                throw Violation(.callOrder, "call \(first) of order \(order) reached the service before call \(second)")
            }
        }
    }
}
