@testable import PubNubMachines
@testable import PubNubWire

/// Checks that each iteration receives what was sent after its own start, and nothing older.
struct IterationCheck {
    /// The messages of a target that an iteration has to receive.
    private struct Expectation {
        /// Nothing up to this timetoken is delivered.
        var bound: UInt64
        /// Everything after this timetoken is delivered; nil as long as the service has not confirmed the target.
        var due: UInt64?
        /// The time that the iteration asked for.
        let since: UInt64?
        /// Messages after `since` that arrived and were not delivered. History has to have them.
        var dropped: [UInt64] = []
    }

    private var expectations: [UInt64: [SubscriptionTarget: Expectation]] = [:]
    private(set) var delivered = 0
    private(set) var withheld = 0
    private(set) var fromHistory = 0

    /// An iteration holds a target from now on.
    mutating func began(
        _ id: UInt64,
        _ target: SubscriptionTarget,
        since: UInt64?,
        bound: UInt64,
        due: UInt64?
    ) {
        expectations[id, default: [:]][target] = Expectation(bound: since ?? bound, due: since ?? due, since: since)
        // What precedes the long poll comes from history, which is known only with the confirmation.
        if since != nil { expectations[id]?[target]?.due = nil }
    }

    mutating func ended(_ target: SubscriptionTarget, of id: UInt64) { expectations[id]?[target] = nil }

    mutating func ended(_ id: UInt64) { expectations[id] = nil }

    /// Other keys are in use, or the process ended: nothing is expected any more.
    mutating func forget() { expectations = [:] }

    /// An iteration learned that its targets are subscribed.
    mutating func confirmed(_ confirmation: IterationTable.Confirmation, latest: UInt64) throws(Violation) {
        let past = Dictionary(
            confirmation.past.map { ($0.target, $0.through.rawValue) },
            uniquingKeysWith: { first, _ in first }
        )
        for (target, expectation) in expectations[confirmation.id] ?? [:] {
            let through = past[target] ?? 0
            fromHistory += expectation.dropped.count
            if let missed = expectation.dropped.first(where: { $0 > through }) {
                throw Violation(
                    .starts,
                    "iteration \(confirmation.id) misses \(missed) on \(target.name), after its start"
                )
            }
            expectations[confirmation.id]?[target]?.dropped = []
            if expectation.due == nil {
                expectations[confirmation.id]?[target]?.due = expectation.since ?? latest
            }
        }
    }

    /// An envelope arrived for a target.
    mutating func arrived(
        _ time: UInt64,
        for target: SubscriptionTarget,
        isPresence: Bool,
        receivers: [UInt64],
        in table: IterationTable
    ) throws(Violation) {
        for (id, targets) in expectations {
            guard let expectation = targets[target], !isPresence || table[id]?.hasPresence == true else { continue }
            if receivers.contains(id) {
                delivered += 1
                guard time > expectation.bound else {
                    throw Violation(
                        .starts,
                        "iteration \(id) receives \(time) on \(target.name), which is not after \(expectation.bound)"
                    )
                }
                continue
            }
            withheld += 1
            if let due = expectation.due, time > due {
                throw Violation(.starts, "iteration \(id) misses \(time) on \(target.name), which is after \(due)")
            }
            if let since = expectation.since, time > since {
                expectations[id]?[target]?.dropped.append(time)
            }
        }
    }

    /// A gap is reported to an iteration.
    func reported(_ gap: ClosedRange<Timetoken>, to id: UInt64) throws(Violation) {
        guard let first = expectations[id]?.values.map(\.bound).min(), gap.lowerBound.rawValue < first else { return }
        throw Violation(.starts, "iteration \(id) is told of a gap from \(gap.lowerBound), before its start")
    }
}
