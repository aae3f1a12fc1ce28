@testable import PubNubMachines
@testable import PubNubWire

/// The outbox, its file and its calls, connected as in the engine.
extension Simulation {
    func give(to channel: Int) throws(Violation) {
        let (ticket, message) = outbox.give(to: channel)
        outboxCheck.submitted(message)
        let line = World.channels[channel]
        let isStored = outbox.traits.isStored
        try outboxInput("message \(message.number) for \(line)") {
            $0.submit(ticket, line: line, bytes: message.bytes, isStored: isStored, into: &$1)
        }
    }

    func clearOutbox() throws(Violation) {
        try outboxInput("cleared") { $0.cleared(into: &$1) }
    }

    /// The next process opens the file.
    func reopenOutbox() throws(Violation) {
        let found = outbox.reopened(seed: schedule.seed)
        try outboxCheck.reopened(with: found.map(\.message))
        try outboxInput("\(found.count) messages from the file") { machine, actions in
            for (ticket, message) in found {
                machine.restore(
                    ticket,
                    line: World.channels[message.channel],
                    bytes: message.bytes,
                    into: &actions
                )
            }
        }
    }

    func diskEvent(_ event: OutboxModel.DiskEvent) throws(Violation) {
        switch event {
        case .stored(let ticket, let message):
            outbox.write(message)
            try outboxInput("message \(message.number) is written") { $0.stored(ticket, into: &$1) }
        case .storingFailed(let ticket): try outboxInput("the disk is full") { $0.storingFailed(ticket, into: &$1) }
        case .finished(let message): outbox.erase(message)
        }
    }

    func outboxTimerFired(_ ticket: OutboxModel.Ticket) throws(Violation) {
        let isInOutbox = outbox.messages[ticket] != nil
        guard isInOutbox else { throw Violation(.timers, "a timer of the outbox fires for what is gone") }
        try outboxInput("time to send again") { $0.timerFired(ticket, into: &$1) }
    }

    /// A call has ended; if it was a call of the outbox, the outbox is notified after all other actions.
    func outboxCallEnded(_ id: RequestID, _ failure: Failure?) {
        guard let ticket = outbox.ended(id) else { return }
        deferredInputs.append(failure.map { .failed(ticket, $0) } ?? .sent(ticket))
    }

    func outboxInput(
        _ text: @autoclosure () -> String,
        _ decide: (inout OutboxMachine, inout ClientActions) -> Void
    ) throws(Violation) {
        note("> outbox: \(text())")
        counts.inputs += 1
        var actions: ClientActions = []
        decide(&outbox.machine, &actions)
        sabotage.outbox(&actions)
        for action in actions {
            note("    outbox: \(action.words)")
            try perform(action)
        }
        try outboxCheck.check(outbox.machine)
    }

    func storeMessage(_ ticket: OutboxModel.Ticket) throws(Violation) {
        guard let message = outbox.messages[ticket] else { return }
        try outboxCheck.taken(message, isPromised: false)
        let fails = outbox.failingWrites > 0
        if fails {
            outbox.failingWrites -= 1
            counts.note(.diskFull)
        }
        let event: OutboxModel.DiskEvent = fails ? .storingFailed(ticket) : .stored(ticket, message)
        clock.plan(.disk(event), after: outbox.traits.diskDelay)
    }

    func acceptMessage(_ ticket: OutboxModel.Ticket) throws(Violation) {
        if let message = outbox.messages[ticket] { try outboxCheck.taken(message, isPromised: true) }
    }

    func sendMessage(_ ticket: OutboxModel.Ticket) throws(Violation) {
        guard let message = outbox.messages[ticket] else {
            throw Violation(.outbox, "a message of the outbox that has ended is sent")
        }
        let id = machine.nextCallID()
        outbox.sending(ticket, as: id)
        callNumbers += 1
        let order = message.channel + World.channels.count
        callCheck.submitted(id, number: callNumbers, order: order, keyset: configuration.keyset)
        let terms = RequestQueue.Terms(
            order: "channel \(order)",
            timeout: CallCheck.limit,
            isRepeatable: false,
            isBounded: false
        )
        try input("a call for message \(message.number)") { $0.submit(id, terms, into: &$1) }
    }

    func endMessage(_ ticket: OutboxModel.Ticket, _ ending: OutboxMachine.Ending) throws(Violation) {
        guard let message = outbox.finish(ticket) else {
            throw Violation(.outbox, "a message of the outbox ends twice")
        }
        try outboxCheck.ended(message, ending)
        switch ending {
        case .sent, .refused, .cleared:
            if outbox.traits.isStored { clock.plan(.disk(.finished(message)), after: outbox.traits.diskDelay) }
        case .full, .notStored: break
        }
    }
}
