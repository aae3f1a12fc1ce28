/// The counts of what happened in a run.
package struct RunCounts: Equatable, Sendable {
    package var seeds = 0
    package var steps = 0
    package var inputs = 0
    package var sent = 0
    package var delivered = 0
    package var gaps = 0
    package var overrunInShortPages = 0
    package var calls = 0
    package var lineCalls = 0
    package var outboxMessages = 0
    package var outboxCopies = 0
    package var heldPolls = 0
    package var kills = 0
    package var keyChanges = 0
    package var iterations = 0
    package var iterationMessages = 0
    package var olderMessages = 0
    package var faults: [String: Int] = [:]

    package init() {}

    mutating func note(_ fault: Fault.Kind) { faults[fault.rawValue, default: 0] += 1 }

    package mutating func add(_ other: RunCounts) {
        seeds += other.seeds
        steps += other.steps
        inputs += other.inputs
        sent += other.sent
        delivered += other.delivered
        gaps += other.gaps
        overrunInShortPages += other.overrunInShortPages
        calls += other.calls
        lineCalls += other.lineCalls
        outboxMessages += other.outboxMessages
        outboxCopies += other.outboxCopies
        heldPolls += other.heldPolls
        kills += other.kills
        keyChanges += other.keyChanges
        iterations += other.iterations
        iterationMessages += other.iterationMessages
        olderMessages += other.olderMessages
        faults.merge(other.faults, uniquingKeysWith: +)
    }

    /// Names and values, in the order of a table.
    package var rows: [(name: String, value: Int)] {
        let kinds = Fault.Kind.allCases.map { (name: "  \($0.rawValue)", value: faults[$0.rawValue] ?? 0) }
        return [
            ("seeds", seeds), ("steps of schedules", steps), ("inputs of machines", inputs),
            ("faults", faults.values.reduce(0, +)),
        ] + kinds + [
            ("messages sent", sent), ("messages delivered", delivered), ("gaps reported", gaps),
            ("lost behind pages that look like the last, which need not be reported", overrunInShortPages),
            ("calls ended", calls), ("calls in line begun", lineCalls), ("messages sent by outboxes", outboxMessages),
            ("copies of them that outboxes sent", outboxCopies),
            ("long polls delayed for a slow application", heldPolls), ("processes killed", kills),
            ("changes of keys", keyChanges), ("iterations begun", iterations),
            ("messages passed to iterations", iterationMessages),
            ("messages from before an iteration, not passed to it", olderMessages),
        ]
    }
}
