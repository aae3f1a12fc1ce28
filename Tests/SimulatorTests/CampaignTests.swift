import Testing

@testable import PubNubSimulator

/// The claims of the README on continuity, order and endings, under random schedules of faults.
///
/// `make simulate` runs more of them; `make simulate SEED=n` shows what happens in one.
@Suite struct CampaignTests {
    private static let seeds: UInt64 = 2000

    @Test func everyInvariantHolds() {
        var campaign = Campaign()
        for seed in 1...Self.seeds {
            guard let finding = campaign.run(seed: seed) else { continue }
            let trace = finding.trace.joined(separator: "\n")
            Issue.record("seed \(seed) breaks \(finding.violation)\n\(finding.schedule)\n\n\(trace)")
            return
        }
        let tally = campaign.tally
        #expect(tally.seeds == Int(Self.seeds))
        #expect(tally.delivered > 10_000)
        #expect(tally.gaps > 0)
        #expect(tally.outboxMessages > 1000 && tally.outboxCopies > 0)
        #expect(tally.heldPolls > 0 && tally.kills > 0 && tally.keyChanges > 100)
        for kind in Fault.Kind.allCases {
            #expect(tally.faults[kind.rawValue] ?? 0 > 0, "no \(kind.rawValue)")
        }
    }
}
