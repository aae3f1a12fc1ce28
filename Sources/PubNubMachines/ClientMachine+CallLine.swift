/// The order of the calls of the 3.x interface.
extension ClientMachine {
    /// A change of the subscriptions with whose end a call in line ends.
    struct AwaitedChange: Sendable, Equatable {
        let id: UInt64
        let ticket: CallLine.Ticket
    }

    /// A call enters the line.
    package mutating func enterLine(_ kind: CallLine.Kind, into actions: inout ClientActions) -> CallLine.Entrance {
        line.enter(kind, into: &actions)
    }

    /// A call that had begun has its outcome. Has no effect if the call has ended.
    package mutating func leaveLine(_ ticket: CallLine.Ticket, into actions: inout ClientActions) {
        line.ended(ticket, into: &actions)
    }

    /// Disconnects without waiting for calls. All calls end, those that wait in line last.
    package mutating func reset(into actions: inout ClientActions) {
        // Closed first, so that no call begins with the end of another one.
        var refusals: ClientActions = []
        line.close(code: ErrorCode.notConnected, into: &refusals)
        disconnect(into: &actions)
        actions += refusals
    }

    /// Takes over the state of the connection and the end of a change.
    mutating func updateLine(into actions: inout ClientActions) {
        line.changed(to: lineGate, into: &actions)
        guard let awaited = awaitedChange, !subscription.isPerforming(awaited.id) else { return }
        awaitedChange = nil
        line.ended(awaited.ticket, into: &actions)
    }

    private var lineGate: CallLine.Gate {
        switch queue.gate {
        // Without a connection calls fail immediately.
        case .open, .closed: .open
        case .awaitingConnection: connection.isAwaitingNetwork ? .awaitingNetwork : .connecting
        }
    }
}
