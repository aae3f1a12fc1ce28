/// Time as an origin sees it, so that tests can pass minutes without waiting.
public protocol OriginClock: Sendable {
    /// The date, in units of 10⁻⁷ s since 1970 UTC. It may be set back; the origin's timetokens never are.
    var date: UInt64 { get }
    /// Time since some fixed moment. It never goes back; deadlines are counted in it.
    var uptime: Duration { get }
    /// Returns when `uptime` has reached `deadline`; throws `CancellationError` when the task is cancelled before.
    func sleep(until deadline: Duration) async throws
}
