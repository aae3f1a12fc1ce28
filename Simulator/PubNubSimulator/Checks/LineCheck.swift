@testable import PubNubMachines

/// Checks the calls in line: a call begins when every call before it has its outcome, and each call ends.
struct LineCheck {
    private struct Open {
        let ticket: CallLine.Ticket
        let kind: CallLine.Kind
        /// Whether the machine has ordered its beginning, which the client performs next.
        var mayBegin = false
        var hasBegun = false
        /// The change with which the call ends; nil for one that tells its end itself.
        var change: UInt64?
    }

    /// In the order in which they entered.
    private var open: [Open] = []

    var count: Int { open.count }

    /// The timers that run while the client is about to connect.
    var timers: Set<TimerName> {
        Set(
            open.compactMap { call in
                guard case .request = call.kind, !call.mayBegin, !call.hasBegun else { return nil }
                return .line(call.ticket)
            }
        )
    }

    mutating func entered(_ ticket: CallLine.Ticket, _ step: LineStep) {
        open.append(Open(ticket: ticket, kind: step.kind))
    }

    /// The machine orders the beginning of a call, so the limit on its wait has ended.
    mutating func mayBegin(_ ticket: CallLine.Ticket) {
        for index in open.indices where open[index].ticket == ticket { open[index].mayBegin = true }
    }

    /// A call begins.
    ///
    /// - Parameters:
    ///   - ticket: The call.
    ///   - mayPass: Whether the client waits for a network, so that calls that control it do not wait for the others.
    ///   - changes: The changes of the subscription, by which a call ends that makes one.
    /// - Throws: A violation if a call before it has no outcome.
    mutating func began(_ ticket: CallLine.Ticket, mayPass: Bool, _ changes: ChangeCheck) throws(Violation) {
        open.removeAll { $0.change.map { !changes.isOpen($0) } == true }
        guard let index = open.firstIndex(where: { $0.ticket == ticket }), !open[index].hasBegun else {
            throw Violation(.lineOrder, "a call in line begins twice, or after its end")
        }
        open[index].hasBegun = true
        let isControl = open[index].kind == .control || open[index].kind == .ending
        guard !(mayPass && isControl), let before = open[..<index].first else { return }
        throw Violation(.lineOrder, "call \(ticket) in line begins before the outcome of call \(before.ticket)")
    }

    /// A call that has begun ends with a change.
    mutating func ends(_ ticket: CallLine.Ticket, with change: UInt64) {
        for index in open.indices where open[index].ticket == ticket { open[index].change = change }
    }

    mutating func ended(_ ticket: CallLine.Ticket) {
        open.removeAll { $0.ticket == ticket }
    }

    /// Throws if a call has not ended.
    mutating func checkRest(_ changes: ChangeCheck, _ machine: ClientMachine) throws(Violation) {
        open.removeAll { $0.change.map { !changes.isOpen($0) } == true }
        guard open.isEmpty, machine.line.isEmpty else {
            throw Violation(.calls, "\(open.count) calls in line never end, \(machine.line.count) wait")
        }
    }
}
