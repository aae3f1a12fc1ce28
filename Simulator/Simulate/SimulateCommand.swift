import Foundation
import PubNubSimulator
import SeedRuns

@testable import PubNubSupport

/// `simulate [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
struct SimulateCommand {
    private let arguments: SeedArguments?

    init(arguments: some Collection<String>) {
        self.arguments = SeedArguments(arguments)
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() async throws -> Int32 {
        guard let arguments else {
            print(SeedArguments.usage(of: "simulate"))
            return 64
        }
        if let seed = arguments.single { return replay(seed) }
        let start = ContinuousClock.now
        let counts = Locked(RunCounts())
        let failure = try await SeedRun<Campaign>(arguments).lowestFailure { campaign in
            let ran = campaign.counts
            counts.withLock { $0.add(ran) }
        }
        if let failure {
            report(failure.finding)
            return 1
        }
        let sum = counts.withLock(\.self)
        printTable(sum, seconds: (ContinuousClock.now - start) / .seconds(1))
        print("simulate: every invariant held in \(sum.seeds) seeds")
        return 0
    }

    private func replay(_ seed: UInt64) -> Int32 {
        var maker = ScheduleMaker(seed: seed)
        let schedule = maker.make()
        let outcome = Simulation(schedule, isTraced: true).run()
        print(schedule)
        print("\nwhat happens:")
        for line in outcome.trace { print(line) }
        var campaign = Campaign()
        if let finding = campaign.run(seed: seed) {
            print("")
            report(finding)
            return 1
        }
        print("\nsimulate: every invariant held in seed \(seed)")
        return 0
    }

    private func report(_ finding: Campaign.Finding) {
        print("the shortest schedule that fails like seed \(finding.seed):\n")
        print(finding.schedule)
        print("\nwhat happens in it:")
        for line in finding.trace { print(line) }
        print("\nsimulate: FAILED: seed \(finding.seed) breaks \(finding.violation)")
        print("simulate: run it again with: make simulate SEED=\(finding.seed)")
    }

    private func printTable(_ counts: RunCounts, seconds: Double) {
        let rows = counts.rows.map { ($0.name, String($0.value)) } + [("seconds", String(format: "%.1f", seconds))]
        let nameWidth = rows.map(\.0.count).max() ?? 0
        let valueWidth = rows.map(\.1.count).max() ?? 0
        for (name, value) in rows {
            let gap = String(repeating: " ", count: nameWidth - name.count + 2 + valueWidth - value.count)
            print(name + gap + value)
        }
    }
}

extension Campaign: SeedLane {}
