import Testing

@testable import simulate_cluster

/// Each mistake is found, so a run without findings means something.
@Suite("The simulator of a cluster")
struct ClusterMistakeTests {
    @Test("Finds each planted mistake within a few thousand seeds", arguments: ClusterMistake.allCases)
    func planted(_ mistake: ClusterMistake) {
        let found = (1...3000 as ClosedRange<UInt64>).first { ClusterSimulation.run(seed: $0, mistake: mistake) != nil }
        #expect(found != nil, "no seed shows it")
    }

    @Test("Finds nothing in servers without a mistake")
    func sound() {
        let found = (1...150 as ClosedRange<UInt64>).lazy.compactMap { seed in
            ClusterSimulation.run(seed: seed).map { "seed \(seed): \($0)" }
        }
        .first
        #expect(found == nil)
    }

    @Test("A seed always has the same outcome")
    func repeatable() {
        let seeds: ClosedRange<UInt64> = 1...40
        let first = seeds.map { ClusterSimulation.run(seed: $0, mistake: .localClock)?.invariant }
        let second = seeds.map { ClusterSimulation.run(seed: $0, mistake: .localClock)?.invariant }
        #expect(first == second)
    }
}
