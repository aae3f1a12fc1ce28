import PubNubMachines

/// Heartbeats go on whatever becomes of one: a client that is present tries to send one within their interval and their limit.
struct HeartbeatCheck {
    /// In microseconds. A heartbeat that is not answered is given up after it.
    private static let limit = Int.seconds(10)

    /// When the service last could see that the client is there, or the conditions for heartbeats began.
    private var latest = 0
    private var interval: Int?

    /// A heartbeat is sent, or a subscribe request succeeded, which counts as one.
    mutating func sent(at now: Int) { latest = now }

    /// The service asked the client to wait for so many microseconds before the next one.
    mutating func postponed(by time: Int, at now: Int) { latest = max(latest, now + time) }

    /// Looks whether one is missing. `interval` is in seconds, nil for no heartbeats.
    mutating func check(_ machine: ClientMachine, interval: Int?, at now: Int) throws(Violation) {
        let isPresent = machine.connection.isConnected && !machine.subscription.list.messageTargets.isEmpty
        guard isPresent, !machine.isLeaving, let interval else {
            self.interval = nil
            return
        }
        guard self.interval == interval else {
            self.interval = interval
            latest = now
            return
        }
        guard now - latest > .seconds(interval) + Self.limit else { return }
        throw Violation(.heartbeat, "no heartbeat for \((now - latest).secondsText), with \(interval) s between them")
    }
}
