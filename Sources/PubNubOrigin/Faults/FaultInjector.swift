/// A fault plan with the counts of its rules; a pure machine.
package struct FaultInjector: Sendable {
    private let plan: FaultPlan
    /// How many requests each rule has matched.
    package private(set) var counts: [Int]
    /// How many requests got the fault of each rule.
    package private(set) var injected: [Int]
    private var refusals: Int

    init(_ plan: FaultPlan) {
        self.plan = plan
        counts = Array(repeating: 0, count: plan.rules.count)
        injected = counts
        refusals = plan.refusedConnections
    }

    var isIdle: Bool { plan.rules.isEmpty }
    /// The plan with the number of connections that are still to be refused.
    package var remaining: FaultPlan { FaultPlan(rules: plan.rules, refusedConnections: refusals) }

    /// Counts a request and returns its fault; nil if it has none.
    mutating func requestArrived(family: FaultFamily?, names: [String]) -> FaultAction? {
        var action: FaultAction?
        for (index, rule) in plan.rules.enumerated() {
            if let wanted = rule.family, wanted != family { continue }
            if let channel = rule.channel, !names.contains(channel) { continue }
            counts[index] += 1
            if action == nil, rule.occurrence.includes(counts[index]) {
                action = rule.action
                injected[index] += 1
            }
        }
        return action
    }

    /// Counts a connection and returns whether to refuse it.
    mutating func connectionArrived() -> Bool {
        guard refusals > 0 else { return false }
        refusals -= 1
        return true
    }
}
