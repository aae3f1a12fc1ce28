@testable import PubNubMachines

/// Checks that heartbeats continue after failures: a present client sends one within their interval plus their time limit.
struct HeartbeatCheck {
    /// The time limit of a heartbeat, in microseconds. The client abandons one without a response after it.
    private static let limit = Int.seconds(10)

    /// When the service last received a sign of the client, or when the conditions for heartbeats began.
    private var latest = 0
    private var interval: Int?

    /// The client sent a heartbeat, or a subscribe request succeeded, which counts as one.
    mutating func sent(at now: Int) { latest = now }

    /// The service asked the client to wait this many microseconds before the next heartbeat.
    mutating func postponed(by time: Int, at now: Int) { latest = max(latest, now + time) }

    /// Throws if a heartbeat is missing. `interval` is in seconds; nil disables heartbeats.
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
