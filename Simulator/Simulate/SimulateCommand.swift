import Foundation
import PubNubSimulator

/// `simulate [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
struct SimulateCommand {
    private static let usage = """
        usage: simulate [--seeds COUNT] [--first NUMBER] [--seed NUMBER]
          --seeds COUNT   run so many seeds; 20000 when nothing is said
          --first NUMBER  the first of them; 1 when nothing is said
          --seed NUMBER   run one seed, and print what happens in it
        """

    private var seeds: UInt64 = 20000
    private var first: UInt64 = 1
    private var seed: UInt64?
    private var isMistaken = false

    init(arguments: some Collection<String>) {
        var rest = Array(arguments)
        while !rest.isEmpty {
            switch (rest.removeFirst(), rest.first.flatMap { UInt64($0) }) {
            case ("--seeds", let number?):
                seeds = max(number, 1)
                rest.removeFirst()
            case ("--first", let number?):
                first = number
                rest.removeFirst()
            case ("--seed", let number?):
                seed = number
                rest.removeFirst()
            default: isMistaken = true
            }
        }
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() -> Int32 {
        guard !isMistaken else {
            print(Self.usage)
            return 64
        }
        if let seed { return replay(seed) }
        let start = ContinuousClock.now
        let (counts, finding) = SeedRun(first: first, count: seeds).run()
        if let finding {
            report(finding)
            return 1
        }
        printTable(counts, seconds: (ContinuousClock.now - start) / .seconds(1))
        print("simulate: every invariant held in \(counts.seeds) seeds")
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
