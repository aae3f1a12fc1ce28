import Foundation

/// `simulate-cluster [--seeds COUNT] [--first NUMBER] [--seed NUMBER]`
struct SimulateCluster: Sendable {
    private static let usage = """
        usage: simulate-cluster [--seeds COUNT] [--first NUMBER] [--seed NUMBER]
          --seeds COUNT   run COUNT seeds (default: 20000)
          --first NUMBER  the first seed (default: 1)
          --seed NUMBER   run one seed
        """

    private var seeds: UInt64 = 20_000
    private var first: UInt64 = 1
    private var isMistaken = false

    init(arguments: some Collection<String>) {
        var rest = Array(arguments)
        while !rest.isEmpty {
            switch (rest.removeFirst(), rest.first.flatMap { UInt64($0) }) {
            case ("--seeds", let number?): seeds = max(number, 1)
            case ("--first", let number?): first = number
            case ("--seed", let number?): (first, seeds) = (number, 1)
            default:
                isMistaken = true
                return
            }
            rest.removeFirst()
        }
    }

    /// - Returns: The exit status: 0 if every invariant held, 1 if one did not, 64 for wrong arguments.
    func run() async -> Int32 {
        guard !isMistaken else {
            print(Self.usage)
            return 64
        }
        let start = ContinuousClock.now
        guard let (seed, violation) = await lowestFinding() else {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print(
                "simulate-cluster: every invariant held in \(seeds) seeds (\(String(format: "%.1f", seconds)) s)"
            )
            return 0
        }
        print("simulate-cluster: FAILED: seed \(seed) breaks \(violation)")
        print("simulate-cluster: run it again with: make simulate-cluster SEED=\(seed)")
        return 1
    }

    private func lowestFinding() async -> (seed: UInt64, violation: ClusterViolation)? {
        let lanes = UInt64(max(ProcessInfo.processInfo.activeProcessorCount, 1))
        let first = first
        let seeds = seeds
        return await withTaskGroup(of: (seed: UInt64, violation: ClusterViolation)?.self) { group in
            for lane in 0..<min(lanes, seeds) {
                group.addTask {
                    for offset in stride(from: lane, to: seeds, by: Int(lanes)) {
                        let seed = first &+ offset
                        if let violation = ClusterSimulation.run(seed: seed) { return (seed, violation) }
                    }
                    return nil
                }
            }
            return await group.compactMap(\.self).reduce(nil) { lowest, finding in
                lowest.map { $0.seed < finding.seed ? $0 : finding } ?? finding
            }
        }
    }
}
