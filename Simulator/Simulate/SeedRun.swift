import Dispatch
import Foundation
import PubNubLocks
import PubNubSimulator

/// Runs many seeds on all cores, up to the first one that fails.
final class SeedRun: Sendable {
    private struct State: Sendable {
        var counts = RunCounts()
        var finding: Campaign.Finding?
        var done: UInt64 = 0
        var progress: ProgressBar
    }

    private let first: UInt64
    private let count: UInt64
    private let state: Locked<State>

    init(first: UInt64, count: UInt64) {
        self.first = first
        self.count = count
        state = Locked(State(progress: ProgressBar(total: count)))
    }

    /// Runs the seeds.
    ///
    /// - Returns: The counts, and the lowest seed that fails; nil if every invariant held.
    func run() -> (counts: RunCounts, finding: Campaign.Finding?) {
        let lanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), Int(clamping: count))
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            var campaign = Campaign()
            for step in stride(from: UInt64(lane), to: count, by: lanes) {
                let seed = first &+ step
                // A failure of a higher seed does not matter any more; a lower seed may still fail.
                if let found = state.withLock({ $0.finding }), found.seed < seed { break }
                let finding = campaign.run(seed: seed)
                note(finding)
                if finding != nil { break }
            }
            let counts = campaign.counts
            state.withLock { $0.counts.add(counts) }
        }
        return state.withLock { state in
            state.progress.clear()
            return (state.counts, state.finding)
        }
    }

    private func note(_ finding: Campaign.Finding?) {
        state.withLock { state in
            state.done += 1
            state.progress.advance(to: state.done)
            guard let finding else { return }
            if state.finding.map({ finding.seed < $0.seed }) ?? true { state.finding = finding }
        }
    }
}
