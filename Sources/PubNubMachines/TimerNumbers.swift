/// Tells the timer that runs from an earlier one of the same name.
///
/// A timer that has fired waits for its turn like any other input. If it is cancelled or started anew before that, it must
/// not act on what it was not started for. Timers of calls and of the outbox carry the number of what they limit.
struct TimerNumbers: Sendable, Equatable {
    private var last: UInt64 = 0
    /// The numbers of the timers that run, by the position of their names; 0 for those that do not.
    private var running = [UInt64](repeating: 0, count: 9)

    /// Takes note of a start.
    ///
    /// - Returns: The number with which the timer is to fire.
    mutating func started(_ timer: TimerName) -> UInt64 {
        guard let position = timer.position else { return 0 }
        last &+= 1
        running[position] = last
        return last
    }

    mutating func cancelled(_ timer: TimerName) {
        if let position = timer.position { running[position] = 0 }
    }

    /// Takes note of a timer that fired.
    ///
    /// - Returns: Whether it is the one that runs.
    mutating func fired(_ timer: TimerName, _ number: UInt64) -> Bool {
        guard let position = timer.position else { return true }
        guard number != 0, running[position] == number else { return false }
        running[position] = 0
        return true
    }

    /// The number of the timer that runs; 0 when none does.
    func number(of timer: TimerName) -> UInt64 { timer.position.map { running[$0] } ?? 0 }
}

extension TimerName {
    /// A place for each name that stands for one timer at a time.
    fileprivate var position: Int? {
        switch self {
        case .probe: 0
        case .reconnect: 1
        case .reconfigure: 2
        case .poll: 3
        case .join: 4
        case .leave: 5
        case .suspension: 6
        case .heartbeat: 7
        case .heartbeatLimit: 8
        case .outbox, .request, .connection, .pause: nil
        }
    }
}
