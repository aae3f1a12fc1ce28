import Testing

@testable import PubNubSimulator

/// The promises of Documentation/Reliability.md on continuity, order and endings, under random schedules of faults.
///
/// `make simulate` runs more of them; `make simulate SEED=n` prints one in full.
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
        let counts = campaign.counts
        #expect(counts.seeds == Int(Self.seeds))
        #expect(counts.delivered > 10_000)
        #expect(counts.gaps > 0)
        #expect(counts.lineCalls > 1000)
        #expect(counts.outboxMessages > 1000 && counts.outboxCopies > 0)
        #expect(counts.heldPolls > 0 && counts.kills > 0 && counts.keyChanges > 100)
        for kind in Fault.Kind.allCases {
            #expect(counts.faults[kind.rawValue] ?? 0 > 0, "no \(kind.rawValue)")
        }
    }
}
