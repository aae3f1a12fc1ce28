/// Runs many seeds, one after another, up to the first one that fails.
package struct Campaign {
    /// A seed that fails, with what is needed to find the cause.
    package struct Finding: Sendable {
        package let seed: UInt64
        package let violation: Violation
        /// The shortest schedule that was found to fail in the same way.
        package let schedule: Schedule
        /// The trace of that schedule.
        package let trace: [String]
    }

    package private(set) var counts = RunCounts()

    package init() {}

    /// Runs one seed.
    ///
    /// - Returns: The failure; nil if every invariant held.
    package mutating func run(seed: UInt64) -> Finding? {
        var maker = ScheduleMaker(seed: seed)
        let schedule = maker.make()
        let outcome = Simulation(schedule).run()
        counts.add(outcome.counts)
        guard let violation = outcome.violation else { return nil }
        var shrinker = Shrinker(violation)
        let short = shrinker.shrink(schedule)
        let replay = Simulation(short, isTraced: true).run()
        return Finding(
            seed: seed,
            violation: replay.violation ?? violation,
            schedule: short,
            trace: replay.trace
        )
    }
}
