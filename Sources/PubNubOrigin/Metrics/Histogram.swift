import Synchronization

/// Counts observations by size. Any number of threads may add to it; no lock is involved.
package struct Histogram: ~Copyable, Sendable {
    /// The most bounds that a histogram can have.
    static let capacity = 16

    /// The upper ends of the ranges, inclusive, in ascending order. A last range without an end follows.
    let bounds: [UInt64]
    private let counts: InlineArray<17, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }
    private let total = Atomic<UInt64>(0)

    /// A histogram without observations; bounds beyond ``capacity`` are ignored.
    init(bounds: [UInt64]) {
        self.bounds = Array(bounds.prefix(Self.capacity))
    }

    /// Adds an observation.
    func add(_ value: UInt64) {
        var range = 0
        while range < bounds.count, value > bounds[range] { range += 1 }
        counts[range].wrappingAdd(1, ordering: .relaxed)
        total.wrappingAdd(value, ordering: .relaxed)
    }

    /// The counts at present. Observations that are added during the call may be counted in part.
    package var snapshot: HistogramSnapshot {
        HistogramSnapshot(
            bounds: bounds,
            counts: (0...bounds.count).map { counts[$0].load(ordering: .relaxed) },
            sum: total.load(ordering: .relaxed)
        )
    }
}

/// The counts of a histogram at one moment.
package struct HistogramSnapshot: Sendable, Equatable {
    /// The upper ends of all ranges but the last.
    package let bounds: [UInt64]
    /// The observations in each range, one range more than there are bounds.
    package let counts: [UInt64]
    /// The sum of all observations.
    package let sum: UInt64

    /// The number of observations.
    package var count: UInt64 { counts.reduce(0, &+) }
}
