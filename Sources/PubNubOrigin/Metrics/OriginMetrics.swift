import Foundation
import Synchronization

/// The counters of a server. Threads add to them without a lock.
final class OriginMetrics: Sendable {
    /// Requests by route and status.
    let requests = RequestMetrics()
    /// Commits to the data file.
    let commits = CommitMetrics()
    /// Connections that were accepted, including those that were then refused.
    let acceptedConnections = Atomic<UInt64>(0)
    /// Connections that were closed because of a limit of connections, either new ones or idle ones that gave way to them.
    let refusedConnections = Atomic<UInt64>(0)
}

/// The commits of a data file.
final class CommitMetrics: Sendable {
    /// The upper ends of the ranges of entries in a commit.
    static let sizeBounds: [UInt64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]
    /// The upper ends of the ranges of durations, in nanoseconds.
    static let durationBounds: [UInt64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000,
    ]

    /// How many entries each successful commit had.
    let sizes = Histogram(bounds: sizeBounds)
    /// How long each commit took, in nanoseconds.
    let durations = Histogram(bounds: durationBounds)

    /// Counts a commit.
    func add(entries: Int, nanoseconds: UInt64, isStored: Bool) {
        durations.add(nanoseconds)
        if isStored { sizes.add(UInt64(clamping: entries)) }
    }
}

/// The machine's monotonic clock.
enum MonotonicTime {
    /// Nanoseconds since some fixed moment.
    static var nanoseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
    }
}
