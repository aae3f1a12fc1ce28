@testable import PubNubMachines

/// Checks that timers run exactly as long as what they limit, and that no request is in flight after its caller ended.
enum RequestCheck {
    /// Checks the machine after each input.
    static func check(
        _ machine: ClientMachine,
        requests: [RequestID: SimulatedRequest],
        timers: [TimerName: Int],
        calls: CallCheck,
        line: LineCheck,
        isPollHeld: Bool = false
    ) throws(Violation) {
        var underWay: Set<Fault.Lane> = []
        for request in requests.values {
            underWay.insert(request.lane)
            if request.lane == .call, !calls.isOpen(request.id) {
                throw Violation(.requests, "the request of an ended call is still under way")
            }
        }
        let isSubscribing = isPollHeld || underWay.contains(.join) || underWay.contains(.poll)
        try require(timers[.join] != nil, isSubscribing, "subscribe")
        try require(timers[.probe] != nil, underWay.contains(.probe), "time")
        try require(timers[.leave] != nil, underWay.contains(.leave), "leave")
        try checkTimers(of: calls, timers, isAwaitingConnection: machine.queue.isAwaitingConnection)
        let ofLine = Set(timers.keys.filter { if case .line = $0 { true } else { false } })
        guard ofLine == (machine.queue.isAwaitingConnection ? line.timers : []) else {
            throw Violation(.timers, "the timers \(ofLine) of calls in line run, and not \(line.timers)")
        }
        try require(timers[.heartbeatLimit] != nil, underWay.contains(.heartbeat), "heartbeat")
        if timers[.heartbeat] != nil, underWay.contains(.heartbeat) {
            throw Violation(.timers, "the timer of the heartbeat runs while one is under way")
        }
        guard !machine.connection.isRunning else { return }
        if let request = requests.values.first {
            throw Violation(.requests, "a \(request.lane.rawValue) request is under way of a client that does not run")
        }
        if let timer = timers.keys.first(where: { $0 != .suspension && !$0.isOutbox }) {
            throw Violation(.timers, "\(timer) runs for a client that does not run")
        }
    }

    private static func checkTimers(
        of calls: CallCheck,
        _ timers: [TimerName: Int],
        isAwaitingConnection: Bool
    ) throws(Violation) {
        for timer in timers.keys {
            switch timer {
            case .request(let id), .connection(let id), .pause(let id):
                guard !calls.isOpen(id) else { continue }
                throw Violation(.timers, "a timer runs for a call that has ended")
            default: continue
            }
        }
        for id in calls.ids {
            let running = [.request(id), .connection(id), .pause(id)].filter { timers[$0] != nil }
            guard var needed = calls.timers(of: id, isAwaitingConnection: isAwaitingConnection) else { continue }
            // A call whose pause ends before the client is connected then waits for the connection.
            if isAwaitingConnection, timers[.pause(id)] == nil { needed.remove(.pause(id)) }
            guard Set(running) != needed else { continue }
            let number = calls.number(of: id)
            throw Violation(.timers, "call \(number) needs the timers \(needed), and has \(running)")
        }
    }

    private static func require(_ isLimited: Bool, _ isUnderWay: Bool, _ name: String) throws(Violation) {
        guard isLimited != isUnderWay else { return }
        let state = isLimited ? "runs without" : "does not run for"
        throw Violation(.timers, "the timer of the \(name) request \(state) a request")
    }
}

extension TimerName {
    /// Whether the timer belongs to the outbox, which retries whether or not the client runs.
    fileprivate var isOutbox: Bool {
        if case .outbox = self { true } else { false }
    }
}
