import PubNubMachines

/// What is delivered waits for the application, which may be slow; meanwhile no more is asked for.
extension Simulation {
    /// Sends a long poll, or keeps it back, as the engine does.
    func sendPoll(_ poll: DeliveryBacklog.Poll) throws(Violation) {
        guard backlog.maySend(poll) || sabotage.ignoresBacklog else {
            tally.heldPolls += 1
            return note("        which waits for the application")
        }
        try sendNow(poll)
    }

    func handOver(_ count: Int) throws(Violation) {
        backlog.handedOver(count)
        inbox.append(count)
        largestPage = max(largestPage, count)
        // The poll that was under way, and the one that was sent before its page was handed over.
        let most = schedule.backlog.limit + 2 * largestPage
        // What history had comes as well, even if that was switched off meanwhile.
        guard mayFill || waiting <= most else {
            throw Violation(.backlog, "\(waiting) messages wait for the application")
        }
        try takeMessages()
    }

    /// The application takes what waits, at its pace.
    func takeMessages() throws(Violation) {
        while !isTaking, let count = inbox.first, let appetite {
            guard appetite == 0 else {
                isTaking = true
                return clock.plan(.taken, after: appetite * count)
            }
            try told()
        }
    }

    func taken() throws(Violation) {
        isTaking = false
        try told()
        try takeMessages()
    }

    /// Nothing waits in a process that has ended.
    func forgetBacklog() {
        (inbox, isTaking) = ([], false)
        backlog = schedule.backlog.machine
    }

    private var waiting: Int { inbox.reduce(0, +) }

    private func told() throws(Violation) {
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
