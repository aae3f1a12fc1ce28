import PubNub
import PubNubLocks

/// Tells everybody who listens the same things in the same order.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var last = 0
        var isFinished = false
        /// What a new listener is told at once.
        var latest: Element?
    }

    private let state: Locked<State>
    /// Held while listeners are told, so that all are told in the same order. A stream that ends waits for `state` alone: whoever
    /// is told and whoever cancels wait for the task of the listener, too, and must not wait for each other.
    private let order = Locked(())
    private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
    private let repeatsLatest: Bool

    /// - Parameters:
    ///   - limit: How much waits for one listener; the oldest is dropped beyond that.
    ///   - first: What a new listener is told at once, until something else was told; nil for listeners that are told only what comes.
    init(limit: Int, first: Element? = nil) {
        policy = .bufferingNewest(limit)
        repeatsLatest = first != nil
        state = Locked(State(latest: first))
    }

    deinit { finish() }

    /// What is told from now on.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let id = order.withLock { _ in
            let (id, latest) = state.withLock { state -> (Int?, Element?) in
                guard !state.isFinished else { return (nil, nil) }
                state.last += 1
                state.listeners[state.last] = continuation
                return (state.last, state.latest)
            }
            if let latest { continuation.yield(latest) }
            return id
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ element: Element) {
        order.withLock { _ in
            let listeners = state.withLock { state in
                if repeatsLatest { state.latest = element }
                return state.listeners.values
            }
            for listener in listeners { listener.yield(element) }
        }
    }

    /// Ends all streams.
    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return state.listeners
        }
        for listener in listeners.values { listener.finish() }
    }
}
