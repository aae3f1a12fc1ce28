import Foundation
import SeedRuns

/// `simulate-cluster [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
struct SimulateCluster: Sendable {
    /// The seeds that one task runs.
    private struct Lane: SeedLane {
        func run(seed: UInt64) -> ClusterViolation? {
            ClusterSimulation.run(seed: seed)
        }
    }

    private let arguments: SeedArguments?

    init(arguments: some Collection<String>) {
        self.arguments = SeedArguments(arguments)
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() async throws -> Int32 {
        guard let arguments else {
            print(SeedArguments.usage(of: "simulate-cluster"))
            return 64
        }
        let start = ContinuousClock.now
        if let failure = try await SeedRun<Lane>(arguments).lowestFailure() {
            print("simulate-cluster: FAILED: seed \(failure.seed) breaks \(failure.finding)")
            print("simulate-cluster: run it again with: make simulate-cluster SEED=\(failure.seed)")
            return 1
        }
        let seconds = String(format: "%.1f", (ContinuousClock.now - start) / .seconds(1))
        print("simulate-cluster: every invariant held in \(arguments.words) (\(seconds) s)")
        return 0
    }
}
