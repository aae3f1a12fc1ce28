package import PubNubMachines

/// The place of a call in the line of the calls of the 3.x interface.
package struct CallPosition: Sendable {
    /// The place of a call that waits for no other.
    package static let apart = CallPosition()

    /// `nil` for a call that waits for no other.
    var ticket: CallLine.Ticket?
    /// The failure with which the call ends without a request; `nil` for a call that is made.
    package var refusal: Failure?
}

/// The order of the calls of the 3.x interface.
extension ClientEngine {
    /// A call that is made, or refused, when it is its turn.
    package typealias LineCall = @Sendable (CallPosition) -> Void

    /// Makes a call after the outcome of the calls before it, or immediately if the configuration runs calls in parallel.
    ///
    /// - Parameters:
    ///   - operation: The name of the call in the log.
    ///   - kind: The effect of the call; `nil`, the default, for one that sends requests.
    ///   - call: Called once, on any thread. The call ends when `call` or its results pass the place to ``leave(_:)``.
    package func inLine(_ operation: String, as kind: CallLine.Kind? = nil, _ call: @escaping LineCall) {
        guard !runsCallsInParallel else { return call(.apart) }
        var entrance = CallLine.Entrance.full
        apply { state in
            let kind = kind ?? .request(limit: state.limits.call)
            entrance = state.machine.enterLine(kind, into: &state.batch.actions)
            if case .waiting(let ticket) = entrance { state.lineCalls[ticket] = call }
        }
        switch entrance {
        case .begun(let ticket): call(CallPosition(ticket: ticket))
        case .waiting: ClientLog.log(.general, "\(operation) waits for the calls before it")
        case .full: call(CallPosition(refusal: .queueFull))
        }
    }

    /// The call has ended, so the next one may begin.
    package func leave(_ position: CallPosition) {
        guard let ticket = position.ticket else { return }
        apply { $0.machine.leaveLine(ticket, into: &$0.batch.actions) }
    }

    func beginCall(_ ticket: CallLine.Ticket) {
        change { $0.lineCalls.removeValue(forKey: ticket) }?(CallPosition(ticket: ticket))
    }

    func refuseCall(_ ticket: CallLine.Ticket, _ failure: Failure) {
        change { $0.lineCalls.removeValue(forKey: ticket) }?(CallPosition(refusal: failure))
    }
}
