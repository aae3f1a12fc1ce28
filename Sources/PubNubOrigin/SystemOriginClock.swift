import Foundation

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
