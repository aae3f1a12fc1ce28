import Foundation

/// Time as an origin sees it, so that tests can pass minutes without waiting.
public protocol OriginClock: Sendable {
    /// The date, in units of 10⁻⁷ s since 1970 UTC. It may be set back; the origin's timetokens never are.
    var date: UInt64 { get }
    /// Time since some fixed moment. It never goes back; deadlines are counted in it.
    var uptime: Duration { get }
    /// Returns when `uptime` has reached `deadline`; throws `CancellationError` when the task is cancelled before.
    func sleep(until deadline: Duration) async throws
}

/// The clock of the machine.
public struct SystemOriginClock: OriginClock {
    private let start = ContinuousClock.now

    /// The machine's clock.
    public init() {}

    /// The date, in units of 10⁻⁷ s since 1970 UTC.
    public var date: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(max(0, now.tv_sec)) * 10_000_000 + UInt64(max(0, now.tv_nsec)) / 100
    }

    /// Time since this value was made.
    public var uptime: Duration { start.duration(to: .now) }

    /// Returns when `uptime` has reached `deadline`.
    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start.advanced(by: deadline), clock: .continuous)
    }
}

/// The two readings of a clock that one decision is made with.
struct Moment: Sendable, Equatable {
    /// Units of 10⁻⁷ s since 1970 UTC.
    let date: UInt64
    /// Time since some fixed moment, never going back.
    let uptime: Duration

    var seconds: UInt64 { date / 10_000_000 }
}

extension OriginClock {
    /// Both readings of the clock now.
    var moment: Moment { Moment(date: date, uptime: uptime) }
}
