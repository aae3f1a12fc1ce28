@testable import PubNubMachines

/// Delivered messages wait for the application, which may be slow; the client requests no more in the meantime.
extension Simulation {
    /// Sends a long poll, or holds it back, as the engine does.
    func sendPoll(_ poll: DeliveryBacklog.Poll) throws(Violation) {
        guard backlog.maySend(poll) || sabotage.ignoresBacklog else {
            counts.heldPolls += 1
            return note("        which waits for the application")
        }
        try sendNow(poll)
    }

    func handOver(_ count: Int) throws(Violation) {
        backlog.handedOver(count)
        inbox.append(count)
        largestPage = max(largestPage, count)
        // The page of the poll in flight, and that of the poll that was sent before its page was delivered.
        let most = schedule.backlog.limit + 2 * largestPage
        // Messages of history are delivered as well, even if gap filling was disabled in the meantime.
        guard mayFill || waiting <= most else {
            throw Violation(.backlog, "\(waiting) messages wait for the application")
        }
        try takeMessages()
    }

    /// The application processes waiting messages at its own pace.
    func takeMessages() throws(Violation) {
        while !isTaking, let count = inbox.first, let appetite {
            guard appetite == 0 else {
                isTaking = true
                return clock.plan(.taken, after: appetite * count)
            }
            try delivered()
        }
    }

    func taken() throws(Violation) {
        isTaking = false
        try delivered()
        try takeMessages()
    }

    /// Empties the backlog when a process has ended.
    func forgetBacklog() {
        inbox = []
        isTaking = false
        backlog = schedule.backlog.machine
    }

    private var waiting: Int { inbox.reduce(0, +) }

    private func delivered() throws(Violation) {
        guard backlog.delivered(inbox.removeFirst()), let poll = backlog.release() else { return }
        note("> the application has caught up: poll \(poll.request.number)")
        try sendNow(poll)
    }

    private func sendNow(_ poll: DeliveryBacklog.Poll) throws(Violation) {
        guard waiting < schedule.backlog.limit else {
            throw Violation(.backlog, "more is asked for while \(waiting) messages wait for the application")
        }
        send(.poll(poll.names, poll.cursor), poll.request)
    }
}
