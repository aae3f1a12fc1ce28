import Dispatch
import Glibc
import PubNubLocks

/// SIGTSTP and SIGCONT of this process.
///
/// The signals have the effect that they had before until somebody watches for the first time, and again while nobody
/// does.
final class DispatchProcessSignals: ProcessSignals {
    private struct Handlers {
        let stop: @Sendable () -> Void
        let `continue`: @Sendable () -> Void
    }

    private struct State {
        var handlers: Handlers?
        var stop: WatchedSignal?
        var `continue`: WatchedSignal?
    }

    /// Everything that concerns the process happens here, one thing after another.
    private let queue = DispatchQueue(label: "com.pubnub.signals")
    private let state = Locked(State())

    func watch(stop: @escaping @Sendable () -> Void, continue: @escaping @Sendable () -> Void) {
        state.withLock { $0.handlers = Handlers(stop: stop, continue: `continue`) }
        queue.async { [self] in update() }
    }

    func unwatch() {
        state.withLock { $0.handlers = nil }
        queue.async { [self] in update() }
    }

    func stopProcess(_ continued: @escaping @Sendable () -> Void) {
        queue.async {
            WatchedSignal.raise(SIGTSTP)
            continued()
        }
    }

    private func update() {
        let (isWatched, stop, resumption) = state.withLock { state in
            if state.handlers != nil {
                state.stop = state.stop ?? WatchedSignal(SIGTSTP, queue) { [weak self] in self?.handlers?.stop() }
                state.continue =
                    state.continue ?? WatchedSignal(SIGCONT, queue) { [weak self] in self?.handlers?.continue() }
            }
            return (state.handlers != nil, state.stop, state.continue)
        }
        for signal in [stop, resumption] { signal?.isWatched = isWatched }
    }

    private var handlers: Handlers? { state.withLock { $0.handlers } }
}
