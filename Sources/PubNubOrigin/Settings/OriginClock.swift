import CPubNubLinux

/// The clock of an origin. A clock of a test lets minutes pass without waiting.
public protocol OriginClock: Sendable {
    /// The date, in units of 100 ns since 1970 UTC. It may be set back; the origin's timetokens never decrease.
    var date: UInt64 { get }
    /// The time since a fixed moment. It never decreases; deadlines are relative to it.
    var uptime: Duration { get }
    /// Returns when `uptime` has reached `deadline`; throws `CancellationError` if the task is cancelled before.
    func sleep(until deadline: Duration) async throws
}

/// The clock of the machine.
public struct SystemOriginClock: OriginClock {
    private let start = ContinuousClock.now

    /// Creates a clock that reads the machine's.
    public init() {}

    /// The date, in units of 100 ns since 1970 UTC.
    public var date: UInt64 { clinux_date() }

    /// The time since this value was created.
    public var uptime: Duration { start.duration(to: .now) }

    /// Returns when `uptime` has reached `deadline`.
    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start.advanced(by: deadline), clock: .continuous)
    }
}

/// Both readings of a clock, for one decision.
package struct Moment: Sendable, Equatable {
    /// In units of 100 ns since 1970 UTC.
    package let date: UInt64
    /// The time since a fixed moment; it never decreases.
    package let uptime: Duration

    package init(date: UInt64, uptime: Duration) {
        self.date = date
        self.uptime = uptime
    }

    var seconds: UInt64 { date / 10_000_000 }
}

extension Moment {
    /// A moment of a log that several servers apply: its date stands for both readings, so that deadlines are the same on all servers.
    package init(logDate date: UInt64) {
        self.init(date: date, uptime: .microseconds(Int64(clamping: date / 10)))
    }
}

extension OriginClock {
    /// Both readings of the clock now.
    package var moment: Moment { Moment(date: date, uptime: uptime) }
}
