import Dispatch
import Glibc
import PubNubSupport

/// Reports when the process is to stop and when it continues, and stops it.
package protocol ProcessSignals: Sendable {
    /// Calls `stop` instead of stopping the process, and `continue` when it continues; until ``unwatch()``.
    func watch(stop: @escaping @Sendable () -> Void, continue: @escaping @Sendable () -> Void)
    func unwatch()
    /// Stops the process, and calls `continued` once it continues.
    func stopProcess(_ continued: @escaping @Sendable () -> Void)
}

/// SIGTSTP and SIGCONT of this process.
///
/// Without a watch, the signals have their former effect.
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

    /// All work about the process runs here, one task after another.
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

/// One signal of this process, whose usual effect can be replaced and restored.
///
/// Dispatch installs its handler for a signal once per process and leaves it in place, even when the source is
/// cancelled. So the source stays, and the action of the signal is exchanged.
final class WatchedSignal: Sendable {
    private struct State {
        var isWatched = false
        /// The former disposition of the signal.
        var usual = sigaction()
        /// Dispatch's own action; `nil` until the source is registered.
        var watched: sigaction?
        var source: (any DispatchSourceSignal)?
    }

    private let signal: Int32
    private let state = Locked(State())

    /// Watches `signal` as soon as `isWatched` is set; `handler` is called on `queue`.
    init(_ signal: Int32, _ queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        self.signal = signal
        state.withLock { state in
            sigaction(signal, nil, &state.usual)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler(handler: handler)
            source.setRegistrationHandler { [weak self] in self?.registered() }
            source.activate()
            state.source = source
        }
    }

    /// Whether the handler is called instead of the signal's usual effect.
    var isWatched: Bool {
        get { state.withLock { $0.isWatched } }
        set {
            state.withLock { state in
                guard newValue != state.isWatched else { return }
                if newValue, state.watched != nil { sigaction(signal, nil, &state.usual) }
                state.isWatched = newValue
                install(&state)
            }
        }
    }

    /// Lets a signal have its default effect on the process once.
    static func raise(_ signal: Int32) {
        var usual = sigaction()
        var present = sigaction()
        var signals = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        sigaction(signal, &usual, &present)
        pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
        Glibc.raise(signal)
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        sigaction(signal, &present, nil)
    }

    private func registered() {
        state.withLock { state in
            var watched = sigaction()
            sigaction(signal, nil, &watched)
            state.watched = watched
            install(&state)
        }
    }

    private func install(_ state: inout State) {
        guard var action = state.isWatched ? state.watched : state.usual, state.watched != nil else { return }
        sigaction(signal, &action, nil)
    }
}
