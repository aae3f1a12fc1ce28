import Dispatch
import Glibc
import PubNubLocks

/// One signal of this process, whose usual effect can be replaced and given back.
///
/// Dispatch installs its handler for a signal once in the life of a process and leaves it there, even when the source is
/// cancelled. So the source stays, and what is exchanged is the action of the signal.
final class WatchedSignal: Sendable {
    private struct State {
        var isWatched = false
        /// What the signal did before.
        var usual = sigaction()
        /// Dispatch's own; nil until the source is registered.
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

    /// Whether the handler is called in place of what the signal usually does.
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
