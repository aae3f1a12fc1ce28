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
