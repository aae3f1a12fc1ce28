/// The timers of the machines. Starting one is an action: a machine never reads a clock.
package enum TimerName: Hashable, Sendable {
    /// Limits a time request that checks whether the origin responds.
    case probe
    /// Delays the next attempt to reconnect.
    case reconnect
    /// The pause between disconnecting and connecting with a new configuration.
    case reconfigure
    /// Delays the repetition of a subscribe request after a failure.
    case poll
    /// Limits the subscribe request in flight.
    case join
    /// Limits the leave request in flight.
    case leave
    /// Limits the time of a delegate before the client is suspended.
    case suspension
    /// The interval between two heartbeats.
    case heartbeat
    /// Limits the heartbeat in flight.
    case heartbeatLimit
    /// Delays the next attempt to send a message of the outbox.
    case outbox(OutboxMachine.Ticket)
    /// Delays the next attempt to subscribe to targets of iterations.
    case iterations
    /// Limits a shutdown that waits for calls and for the leave.
    case shutdown
    /// Limits one call of the application, from its sending to its end.
    case request(RequestID)
    /// Limits how long a call of the application waits for the connection.
    case connection(RequestID)
    /// The pause before a call of the application is sent again.
    case pause(RequestID)
    /// Limits how long a call in line waits for the connection.
    case line(CallLine.Ticket)
}

/// Distinguishes the running timer from an earlier one of the same name.
///
/// A timer that has fired waits like any other input. If it is cancelled or restarted before that, it must not take
/// effect. Timers of calls and of the outbox use the number of the call or message. Those of a shutdown and of iterations
/// have none.
struct TimerNumbers: Sendable, Equatable {
    private var last: UInt64 = 0
    /// The numbers of the running timers, by the position of their names; 0 for those that do not run.
    private var running = [UInt64](repeating: 0, count: 9)

    /// Records a start.
    ///
    /// - Returns: The number with which the timer will fire.
    mutating func started(_ timer: TimerName) -> UInt64 {
        guard let position = timer.position else { return 0 }
        last &+= 1
        running[position] = last
        return last
    }

    mutating func cancelled(_ timer: TimerName) {
        if let position = timer.position { running[position] = 0 }
    }

    /// Records that a timer fired.
    ///
    /// - Returns: Whether it is the running one.
    mutating func fired(_ timer: TimerName, _ number: UInt64) -> Bool {
        guard let position = timer.position else { return true }
        guard number != 0, running[position] == number else { return false }
        running[position] = 0
        return true
    }

    /// The number of the running timer; 0 if none runs.
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
        case .outbox, .iterations, .shutdown, .request, .connection, .pause, .line: nil
        }
    }
}
