@testable import PubNubMachines
@testable import PubNubWire

/// The end of a run, when no more faults happen.
extension Simulation {
    /// Longer than the longest timer and the longest pause together.
    private static let patience = Int.seconds(480)

    func take(_ phase: FinalPhase) throws(Violation) {
        paceCheck.forget()
        switch phase {
        case .faultsEnd:
            note("> no faults from now on")
            link = .usual
            faults = [:]
            holds = []
            grantAll()
            replies = DelegateReplies()
            outbox.failingWrites = 0
            appetite = 0
            try takeMessages()
            try input("the application resumes") { $0.resume(into: &$1) }
            try connectIfStopped()
            clock.plan(.finalPhase(.connectsAgain), after: .seconds(60))
            clock.plan(.finalPhase(.isConnected), after: Self.patience)
        case .connectsAgain:
            // A call in line may still disconnect.
            if !machine.line.isEmpty { clock.plan(.finalPhase(.connectsAgain), after: .seconds(60)) }
            try input("the application resumes") { $0.resume(into: &$1) }
            try connectIfStopped()
        case .isConnected:
            try checkRest()
            try outboxCheck.checkEmpty(except: spoiled)
            guard spoiled.isEmpty else {
                spoiled = []
                return clock.plan(.finalPhase(.outboxIsEmpty), after: .seconds(60))
            }
            sendLast()
        case .outboxIsEmpty:
            try checkRest()
            try outboxCheck.checkEmpty(except: [])
            sendLast()
        case .everythingArrived:
            try checkRest()
            try checkLastDeliveries()
            for service in services { try CallCheck.checkOrder(service) }
            try changeCheck.checkReported(machine)
            try deliveryCheck.caughtUp()
            try GrowthCheck.check(machine)
            isOver = true
        }
    }

    private func sendLast() {
        for stream in 0..<World.channels.count { publish(on: stream, 1) }
        clock.plan(.finalPhase(.everythingArrived), after: .seconds(5))
    }

    /// A client that was refused to reconnect while the service was away has to ask again by itself.
    private func connectIfStopped() throws(Violation) {
        guard !machine.connection.isRunning || machine.connection.isDeclined else { return }
        try input("the application connects") { $0.connect(into: &$1) }
    }

    private func checkRest() throws(Violation) {
        guard machine.connection.isConnected else { throw Violation(.stuck, "the client does not connect") }
        let targets = machine.subscription.list.messageTargets
        guard machine.subscription.list.isEmpty == !requests.values.contains(where: { $0.lane == .poll }) else {
            throw Violation(.stuck, "the client does not poll although it is subscribed, or polls although it is not")
        }
        guard !machine.gaps.isFilling else { throw Violation(.stuck, "a gap is never filled") }
        // The outbox has its own check.
        let calls = callCheck.count - outbox.calls.count
        guard calls == 0 else { throw Violation(.calls, "\(calls) calls never end") }
        guard changeCheck.count == 0 else { throw Violation(.changes, "\(changeCheck.count) changes never end") }
        try lineCheck.checkRest(changeCheck, machine)
        if let id = iterations.table.unconfirmed.first(where: { iterations.table[$0]?.targets.isEmpty == false }) {
            throw Violation(.stuck, "iteration \(id) does not learn that it is subscribed")
        }
        guard waitingForSuspension == 0 else { throw Violation(.suspension, "a suspension never ends") }
        let missing = targets.filter { service.present[identifier]?.contains($0) != true }
        guard missing.isEmpty else {
            throw Violation(.presence, "not present in \(missing.map(\.name).joined(separator: ", "))")
        }
    }

    /// Checks that the last message of each channel arrived on every subscribed stream.
    private func checkLastDeliveries() throws(Violation) {
        for request in requests.values {
            guard case .poll(let names, let cursor) = request.content else { continue }
            for match in World.matches(of: names) where service.logs[match.stream].latest > cursor.timetoken.rawValue {
                throw Violation(.stuck, "the last message on \(match.words) does not arrive")
            }
        }
    }
}
