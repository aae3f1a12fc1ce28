import PubNubCore
import PubNubSupport

/// A running iteration, which lives as long as its loop.
struct WeakIteration {
    weak var iteration: SubscriptionIteration?
}

/// The running iterations of a client that shares the connection of another one. They end together.
final class IterationList: Sendable {
    private struct State {
        var running: [WeakIteration] = []
        var hasEnded = false
    }

    private let state = Locked(State())

    /// Adds an iteration; ends it if the others have ended.
    func add(_ iteration: SubscriptionIteration) {
        let hasEnded = state.withLock { state in
            state.running.removeAll { $0.iteration == nil }
            if !state.hasEnded { state.running.append(WeakIteration(iteration: iteration)) }
            return state.hasEnded
        }
        if hasEnded { iteration.stop() }
    }

    /// Ends all iterations without an error.
    func end() {
        let running = state.withLock { state in
            state.hasEnded = true
            defer { state.running = [] }
            return state.running
        }
        for weak in running { weak.iteration?.stop() }
    }
}
