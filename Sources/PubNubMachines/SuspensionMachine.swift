/// The steps of a suspension: the delegate is asked, may finish its work, then the client stops
/// (Documentation/WireProtocol.md, "Suspension and identifier").
struct SuspensionMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No suspension is being prepared. Can become: asking.
        case resting
        /// The delegate is asked whether the client continues in the background. Can become: working, resting.
        case asking
        /// The delegate may use the client for the last time; the number identifies this opportunity. Can become:
        /// resting.
        case working(window: UInt64)
    }

    /// The most time for the delegate's answer and its last work together.
    static let limit: Duration = .seconds(10)

    private(set) var state: State = .resting
    private var windows: UInt64 = 0

    /// `isRunning` is whether there is anything to stop.
    mutating func suspendRequested(isRunning: Bool, into actions: inout ClientActions) {
        guard case .resting = state else { return }
        guard isRunning else { return actions.append(.suspensionSettled(isSuspended: false)) }
        state = .asking
        actions.append(.startTimer(.suspension, after: Self.limit))
        actions.append(.ask(.runInBackground))
    }

    mutating func answered(_ mayRun: Bool, into actions: inout ClientActions) {
        guard state == .asking else { return }
        guard !mayRun else {
            end(into: &actions)
            return actions.append(.suspensionSettled(isSuspended: false))
        }
        windows += 1
        state = .working(window: windows)
        actions.append(.openWindow(windows))
    }

    /// The delegate finished its work, or had none.
    mutating func windowClosed(_ window: UInt64, into actions: inout ClientActions) {
        guard state == .working(window: window) else { return }
        end(into: &actions)
        suspend(into: &actions)
    }

    /// The time is over: a missing answer counts as consent, and unfinished work is interrupted.
    mutating func timerFired(into actions: inout ClientActions) {
        switch state {
        case .resting: break
        case .asking, .working:
            state = .resting
            suspend(into: &actions)
        }
    }

    /// The client does not stop: it continues, or was disconnected in the meantime.
    mutating func cancelled(into actions: inout ClientActions) {
        switch state {
        case .resting: break
        case .asking, .working:
            end(into: &actions)
            actions.append(.suspensionSettled(isSuspended: false))
        }
    }

    private mutating func end(into actions: inout ClientActions) {
        state = .resting
        actions.append(.cancelTimer(.suspension))
    }

    private func suspend(into actions: inout ClientActions) {
        actions.append(.forward(.suspend))
        actions.append(.suspensionSettled(isSuspended: true))
    }
}
