/// A plan with its counts: a pure machine.
struct FaultInjector: Sendable {
    private let plan: FaultPlan
    private var counts: [Int]
    private var refusals: Int

    init(_ plan: FaultPlan) {
        self.plan = plan
        counts = Array(repeating: 0, count: plan.rules.count)
        refusals = plan.refusedConnections
    }

    var isIdle: Bool { plan.rules.isEmpty }
    /// The plan as given, less the connections refused since.
    var remaining: FaultPlan { FaultPlan(rules: plan.rules, refusedConnections: refusals) }

    /// Counts a request, and says what goes wrong with it; nil when nothing does.
    mutating func requestArrived(family: FaultFamily?, names: [String]) -> FaultAction? {
        var action: FaultAction?
        for (index, rule) in plan.rules.enumerated() {
            if let wanted = rule.family, wanted != family { continue }
            if let channel = rule.channel, !names.contains(channel) { continue }
            counts[index] += 1
            if action == nil, rule.occurrence.includes(counts[index]) { action = rule.action }
        }
        return action
    }

    /// Counts a connection, and says whether to refuse it.
    mutating func connectionArrived() -> Bool {
        guard refusals > 0 else { return false }
        refusals -= 1
        return true
    }
}
