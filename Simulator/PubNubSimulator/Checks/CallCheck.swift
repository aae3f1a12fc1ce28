@testable import PubNubMachines

/// Checks the calls of the application: each call ends once, calls of one order run one after another, each call has its
/// time limit, and a failed call is repeated only after a pause.
struct CallCheck {
    /// The limit of every call.
    static let limit = Duration.seconds(15)

    private struct Open {
        let number: Int
        let order: Int?
        /// The keyset that was in use when the call was made.
        let keyset: Int
        /// Whether a request is with the transport.
        var isSent = false
        /// Whether the transport holds the request back before it sends it.
        var isHeldBack = false
        /// Whether the request was sent before.
        var isStarted = false
        /// When the time limit of the call began; nil while it waits for other calls.
        var limitedSince: Int?
        var repetitions = 0
        /// The earliest time at which the call may be sent again.
        var notBefore: Int?
    }

    private var open: [RequestID: Open] = [:]
    private(set) var ended = 0

    var count: Int { open.count }

    func isOpen(_ id: RequestID) -> Bool { open[id] != nil }

    /// Whether the call has not been sent yet.
    func isQueued(_ id: RequestID) -> Bool { open[id]?.isStarted == false }

    func order(of id: RequestID) -> Int? { open[id]?.order }

    func number(of id: RequestID) -> Int { open[id]?.number ?? 0 }

    func keyset(of id: RequestID) -> Int? { open[id]?.keyset }

    mutating func submitted(_ id: RequestID, number: Int, order: Int?, keyset: Int = 0) {
        open[id] = Open(number: number, order: order, keyset: keyset)
    }

    mutating func sent(_ id: RequestID, at now: Int) throws(Violation) {
        guard var call = open[id] else { throw Violation(.calls, "a call that has ended is sent") }
        guard !call.isSent else { throw Violation(.calls, "call \(call.number) is sent while it is under way") }
        let others = open.filter { $0.key != id && $0.value.order == call.order && $0.value.isStarted }.values
        if call.order != nil, let other = others.first {
            throw Violation(.callOrder, "call \(call.number) is sent while call \(other.number) is under way")
        }
        if let earliest = call.notBefore, now < earliest {
            let early = (earliest - now).secondsText
            throw Violation(.backOff, "call \(call.number) is sent again \(early) before it may be")
        }
        if !call.isStarted { call.limitedSince = now }
        call.isSent = true
        call.isStarted = true
        call.notBefore = nil
        open[id] = call
    }

    mutating func heldBack(_ id: RequestID) {
        open[id]?.isHeldBack = true
        open[id]?.limitedSince = nil
    }

    mutating func released(_ id: RequestID, at now: Int) {
        open[id]?.isHeldBack = false
        open[id]?.limitedSince = now
    }

    /// The process ended together with the calls that waited in it.
    mutating func forgot() { open = [:] }

    /// A response arrived, or none will arrive.
    mutating func requestEnded(_ id: RequestID, _ failure: Failure?, at now: Int) {
        guard var call = open[id] else { return }
        call.isSent = false
        call.isHeldBack = false
        if let failure, PaceCheck.mayPass(failure) {
            call.notBefore = now + PaceCheck.shortestPause(call.repetitions, after: failure)
            call.repetitions += 1
        }
        open[id] = call
    }

    mutating func failed(_ id: RequestID, _ failure: Failure, at now: Int) throws(Violation) {
        if let call = open[id], failure.kind == .timedOut {
            guard let since = call.limitedSince, now - since >= Self.limit.microseconds else {
                throw Violation(.limits, "call \(call.number) times out before its time is up")
            }
        }
        try ended(id)
    }

    mutating func ended(_ id: RequestID) throws(Violation) {
        guard open.removeValue(forKey: id) != nil else { throw Violation(.calls, "a call ends twice") }
        ended += 1
    }

    /// Throws if the waiting calls of this check differ from those of the machine.
    mutating func check(_ machine: ClientMachine, at now: Int) throws(Violation) {
        guard machine.queue.count == open.count, open.keys.allSatisfy(machine.isWaiting) else {
            let numbers = open.values.map { String($0.number) }.sorted().joined(separator: ", ")
            throw Violation(.calls, "calls [\(numbers)] have not ended, but \(machine.queue.count) are waited for")
        }
        for (id, call) in open {
            // A call that has not been sent has a time limit only while it waits for the connection.
            if !call.isStarted {
                open[id]?.limitedSince = machine.queue.isAwaitingConnection ? call.limitedSince ?? now : nil
            }
            guard let since = open[id]?.limitedSince, now - since > Self.limit.microseconds else { continue }
            throw Violation(.limits, "call \(call.number) goes on after its time is up")
        }
    }

    /// The timers that have to run for a call; nil while the transport holds the call back. In that case ``Invariant/limits``
    /// shows whether its time counts.
    func timers(of id: RequestID, isAwaitingConnection: Bool) -> Set<TimerName>? {
        guard let call = open[id] else { return [] }
        if call.isHeldBack { return nil }
        if call.isSent { return [.request(id)] }
        if !call.isStarted { return isAwaitingConnection ? [.connection(id)] : [] }
        return [.request(id), .pause(id)]
    }

    var ids: [RequestID] { Array(open.keys) }

    static func checkOrder(_ service: ServiceModel) throws(Violation) {
        for (order, numbers) in service.calls {
            for (first, second) in zip(numbers, numbers.dropFirst()) where first > second {
                throw Violation(.callOrder, "call \(first) of order \(order) reached the service before call \(second)")
            }
        }
    }
}
