import Dispatch
import Synchronization

/// The counters of a server. Threads add to them without a lock.
package final class OriginMetrics: Sendable {
    /// Requests by route and status.
    package let requests = RequestMetrics()
    /// Commits to the data file.
    package let commits = CommitMetrics()
    /// Connections that were accepted, including those that were then refused.
    let acceptedConnections = Atomic<UInt64>(0)
    /// Connections that were closed because of a limit of connections, either new ones or idle ones that gave way to them.
    let refusedConnections = Atomic<UInt64>(0)

    package init() {}
}

/// The commits of a data file.
package final class CommitMetrics: Sendable {
    /// The upper ends of the ranges of entries in a commit.
    static let sizeBounds: [UInt64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]
    /// The upper ends of the ranges of durations, in nanoseconds.
    static let durationBounds: [UInt64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000,
    ]

    /// How many entries each successful commit had.
    package let sizes = Histogram(bounds: sizeBounds)
    /// How long each commit took, in nanoseconds.
    package let durations = Histogram(bounds: durationBounds)

    package init() {}

    /// Counts a commit.
    package func add(entries: Int, nanoseconds: UInt64, isStored: Bool) {
        durations.add(nanoseconds)
        if isStored { sizes.add(UInt64(clamping: entries)) }
    }
}

/// The machine's monotonic clock.
package enum MonotonicTime {
    /// Nanoseconds since some fixed moment.
    package static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
