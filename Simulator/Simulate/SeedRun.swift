import Dispatch
import Foundation
import PubNubLocks
import PubNubSimulator

/// Many seeds on all cores, up to the first that fails.
final class SeedRun: Sendable {
    private struct State: Sendable {
        var tally = Tally()
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

    /// Runs them.
    ///
    /// - Returns: What happened, and the lowest seed that fails; nil when every invariant held.
    func run() -> (tally: Tally, finding: Campaign.Finding?) {
        let lanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 1), Int(clamping: count))
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            var campaign = Campaign()
            for step in stride(from: UInt64(lane), to: count, by: lanes) {
                let seed = first &+ step
                // What a higher seed shows does not matter any more; a lower one still may fail.
                if let found = state.withLock({ $0.finding }), found.seed < seed { break }
                let finding = campaign.run(seed: seed)
                note(finding)
                if finding != nil { break }
            }
            let tally = campaign.tally
            state.withLock { $0.tally.add(tally) }
        }
        return state.withLock { state in
            state.progress.clear()
            return (state.tally, state.finding)
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
