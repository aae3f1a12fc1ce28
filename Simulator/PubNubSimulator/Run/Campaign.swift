/// Many seeds, one after another, up to the first that fails.
package struct Campaign {
    /// A seed that fails, and how to see why.
    package struct Finding: Sendable {
        package let seed: UInt64
        package let violation: Violation
        /// The shortest schedule found that fails in the same way.
        package let schedule: Schedule
        /// What happens in it.
        package let trace: [String]
    }

    package private(set) var tally = Tally()

    package init() {}

    /// Runs one seed.
    ///
    /// - Returns: What is wrong; nil when every invariant held.
    package mutating func run(seed: UInt64) -> Finding? {
        var maker = ScheduleMaker(seed: seed)
        let schedule = maker.make()
        let outcome = Simulation(schedule).run()
        tally.add(outcome.tally)
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
