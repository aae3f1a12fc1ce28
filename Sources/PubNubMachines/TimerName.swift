/// The timers that the machines ask for. Time is an action: a machine never looks at a clock.
package enum TimerName: Hashable, Sendable {
    /// Limits a time request that finds out whether the origin answers.
    case probe
    /// Delays the next try to reconnect.
    case reconnect
    /// The pause between disconnecting and connecting with a new configuration.
    case reconfigure
    /// Delays the repetition of a subscribe request after trouble.
    case poll
    /// Limits the subscribe request that is under way.
    case join
    /// Limits the leave request that is under way.
    case leave
    /// Limits what a delegate may take before the client is suspended.
    case suspension
    /// The interval between two heartbeats.
    case heartbeat
    /// Limits the heartbeat that is under way.
    case heartbeatLimit
    /// Delays the next try to send a message of the outbox.
    case outbox(OutboxMachine.Ticket)
    /// Limits one call of the application, from its sending to its end.
    case request(RequestID)
    /// Limits how long a call of the application waits for the connection.
    case connection(RequestID)
    /// The pause before a call of the application is sent again.
    case pause(RequestID)
}

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
