@testable import PubNubMachines

/// The calls that run one after another, connected as in the engine.
extension Simulation {
    func enter(_ step: LineStep, _ text: String) throws(Violation) {
        var entrance = CallLine.Entrance.full
        try input(text) { machine, actions in
            entrance = machine.enterLine(step.kind, into: &actions)
            switch entrance {
            case .full: break
            case .waiting(let ticket), .begun(let ticket):
                lineCheck.entered(ticket, step)
                line.waiting[ticket] = step
            }
        }
        switch entrance {
        case .full: throw Violation(.calls, "the line is full")
        case .waiting(let ticket): if sabotage.jumpsLine { deferredInputs.append(.begin(ticket)) }
        case .begun(let ticket): try begin(ticket)
        }
    }

    func begin(_ ticket: CallLine.Ticket) throws(Violation) {
        guard let step = line.waiting.removeValue(forKey: ticket) else {
            throw Violation(.calls, "a call that has begun or ended begins")
        }
        paceCheck.forget()
        try lineCheck.began(ticket, mayPass: machine.connection.isAwaitingNetwork, changeCheck)
        counts.lineCalls += 1
        let text = "in line: \(step)"
        switch step {
        case .requests(let count): return try makeRequest(for: ticket, rest: count - 1)
        case .change(let kind, let entries):
            guard try change(kind, entries, text, endsCall: ticket) else { return }
        case .connect: try input(text) { $0.connect(into: &$1) }
        case .disconnect: try disconnect()
        case .reconfigure(let new, let requiresReconnect): try reconfigure(new, requiresReconnect, text)
        case .changeKeys(let keyset): try changeKeys(to: keyset, text)
        }
        try leave(ticket)
    }

    func refuse(_ ticket: CallLine.Ticket) throws(Violation) {
        guard line.waiting.removeValue(forKey: ticket) != nil else {
            throw Violation(.calls, "a call in line fails that has begun or ended")
        }
        lineCheck.ended(ticket)
    }

    func lineRequestEnded(_ id: RequestID, succeeded: Bool) throws(Violation) {
        guard let (ticket, rest) = line.requests.removeValue(forKey: id) else { return }
        if succeeded, rest > 0 { return try makeRequest(for: ticket, rest: rest - 1) }
        try leave(ticket)
    }

    private func makeRequest(for ticket: CallLine.Ticket, rest: Int) throws(Violation) {
        let id = machine.nextCallID()
        line.requests[id] = (ticket, rest)
        try call(nil, true, "a request of a call in line", id)
    }

    private func leave(_ ticket: CallLine.Ticket) throws(Violation) {
        lineCheck.ended(ticket)
        try input("a call in line has its outcome") { $0.leaveLine(ticket, into: &$1) }
    }
}
