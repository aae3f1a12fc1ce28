/// All inputs that determine a run: the same schedule always gives the same run.
package struct Schedule: Equatable, Sendable {
    struct TimedStep: Equatable, Sendable {
        /// Microseconds since the previous step.
        var wait: Int
        var step: ScheduleStep
    }

    /// The seed of the random part of the client's delays.
    var seed: UInt64
    var configuration = Configuration()
    var behaviour = ServiceModel.Behaviour()
    var outbox = OutboxModel.Traits()
    var backlog = BacklogTraits()
    var steps: [TimedStep] = []

    package var count: Int { steps.count }

    /// Returns the schedule without some of its steps; the other steps happen at the same times as before.
    func removing(_ range: Range<Int>) -> Schedule {
        var copy = self
        let lost = steps[range].reduce(0) { $0 + $1.wait }
        copy.steps.removeSubrange(range)
        if copy.steps.indices.contains(range.lowerBound) { copy.steps[range.lowerBound].wait += lost }
        return copy
    }
}

extension Schedule: CustomStringConvertible {
    package var description: String {
        var lines = ["client: delays by seed \(seed), \(configuration)"]
        let limit = behaviour.pageLimit == .max ? "" : ", at most \(behaviour.pageLimit) messages in a page"
        let refusals = behaviour.namesRefused ? "" : ", refusals without names"
        lines.append("service: pages of version \(behaviour.isVersion1 ? 1 : 2)\(limit)\(refusals)")
        lines.append("outbox: \(outbox)")
        if backlog != BacklogTraits() {
            lines.append("application: no more is asked for while \(backlog.limit) wait, again from \(backlog.rest) on")
        }
        var time = 0
        for timed in steps {
            time += timed.wait
            lines.append("\(time.secondsText)  \(timed.step)")
        }
        return lines.joined(separator: "\n")
    }
}
