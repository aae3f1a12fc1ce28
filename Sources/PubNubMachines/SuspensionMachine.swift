/// The way into a suspension: the delegate is asked, may finish its work, then the client stops (wire reference 7.8).
struct SuspensionMachine: Sendable, Equatable {
    enum State: Sendable, Equatable {
        /// No suspension is being prepared. Can become: asking.
        case resting
        /// The delegate is asked whether the client goes on in the background. Can become: working, resting.
        case asking
        /// The delegate may work with the client for the last time; the number tells one such time from another.
        /// Can become: resting.
        case working(window: UInt64)
    }

    enum Action: Sendable, Equatable {
        case ask
        /// The delegate is told that the client is about to stop.
        case openWindow(UInt64)
        case startTimer(TimerName, after: Duration)
        case cancelTimer(TimerName)
        /// The client stops.
        case suspend
        /// Whoever waits for the suspension learns how it ended.
        case settle(isSuspended: Bool)
    }

    /// How long a delegate may take for its answer and its last work together.
    static let limit: Duration = .seconds(10)

    private(set) var state: State = .resting
    private var windows: UInt64 = 0

    /// `isRunning` is whether there is anything to stop.
    mutating func suspendRequested(isRunning: Bool) -> [Action] {
        guard case .resting = state else { return [] }
        guard isRunning else { return [.settle(isSuspended: false)] }
        state = .asking
        return [.startTimer(.suspension, after: Self.limit), .ask]
    }

    mutating func answered(_ mayRun: Bool) -> [Action] {
        guard state == .asking else { return [] }
        guard !mayRun else { return ended() + [.settle(isSuspended: false)] }
        windows += 1
        state = .working(window: windows)
        return [.openWindow(windows)]
    }

    /// The delegate has done what it wanted to do, or wanted nothing.
    mutating func windowClosed(_ window: UInt64) -> [Action] {
        guard state == .working(window: window) else { return [] }
        return ended() + [.suspend, .settle(isSuspended: true)]
    }

    /// The time is over: an answer that did not come is no objection, and work that is not done is cut off.
    mutating func timerFired() -> [Action] {
        switch state {
        case .resting: return []
        case .asking, .working:
            state = .resting
            return [.suspend, .settle(isSuspended: true)]
        }
    }

    /// The client is not to stop after all: it goes on, or was disconnected meanwhile.
    mutating func cancelled() -> [Action] {
        switch state {
        case .resting: []
        case .asking, .working: ended() + [.settle(isSuspended: false)]
        }
    }

    private mutating func ended() -> [Action] {
        state = .resting
        return [.cancelTimer(.suspension)]
    }
}
