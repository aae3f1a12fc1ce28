/// Shortens a failing schedule as far as possible while it breaks the same invariant.
struct Shrinker {
    /// The maximum number of attempts; more would take too long.
    private static let maxTries = 3000

    private let invariant: Invariant
    private let makeSabotage: () -> Sabotage
    private var tries = 0

    init(
        _ violation: Violation,
        makeSabotage: @escaping () -> Sabotage = { Sabotage() }
    ) {
        invariant = violation.invariant
        self.makeSabotage = makeSabotage
    }

    mutating func shrink(_ schedule: Schedule) -> Schedule {
        var best = schedule
        var size = max(1, best.count / 2)
        while size >= 1, tries < Self.maxTries {
            let shorter = removingRuns(of: size, from: best)
            if shorter.count == best.count { size /= 2 }
            best = shorter
        }
        return withoutWaits(best)
    }

    private mutating func removingRuns(of size: Int, from schedule: Schedule) -> Schedule {
        var best = schedule
        var end = best.count
        while end > 0 {
            let start = max(0, end - size)
            let candidate = best.removing(start..<end)
            if stillFails(candidate) { best = candidate }
            end = min(start, best.count)
        }
        return best
    }

    /// Removes the time between steps if the schedule still fails without it.
    private mutating func withoutWaits(_ schedule: Schedule) -> Schedule {
        var best = schedule
        for index in best.steps.indices {
            for wait in [0, .seconds(1), .seconds(60)] where wait < best.steps[index].wait {
                var candidate = best
                candidate.steps[index].wait = wait
                guard stillFails(candidate) else { continue }
                best = candidate
                break
            }
        }
        return best
    }

    private mutating func stillFails(_ schedule: Schedule) -> Bool {
        tries += 1
        let outcome = Simulation(schedule, sabotage: makeSabotage()).run()
        return outcome.violation?.invariant == invariant
    }
}
