@testable import PubNubMachines
@testable import PubNubWire

/// An input that is passed after all actions of the input that led to it.
enum DeferredInput {
    /// The outbox learns that the client is connected.
    case opened
    case sent(OutboxModel.Ticket)
    case failed(OutboxModel.Ticket, Failure)
    /// It is the turn of a call that waited in line.
    case begin(CallLine.Ticket)
    /// A request of a call in line has ended.
    case lineRequestEnded(RequestID, succeeded: Bool)
    /// The iterations may change the subscription.
    case changeIterations
}

extension Simulation {
    func tellNews() throws(Violation) {
        while !deferredInputs.isEmpty {
            let now = Timetoken(rawValue: service.latest)
            switch deferredInputs.removeFirst() {
            case .opened: try outboxInput("connected") { $0.opened(into: &$1) }
            case .sent(let ticket): try outboxInput("sent") { $0.sent(ticket, at: now, into: &$1) }
            case .failed(let ticket, let failure):
                try outboxInput("failed with \(failure.kind) \(failure.code)") { $0.failed(ticket, failure, into: &$1) }
            case .begin(let ticket): try begin(ticket)
            case .lineRequestEnded(let id, let succeeded): try lineRequestEnded(id, succeeded: succeeded)
            case .changeIterations: try changeIterations()
            }
        }
    }
}
