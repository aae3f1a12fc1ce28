import PubNub

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
        let id = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            if let latest = state.latest { continuation.yield(latest) }
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
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

    func tell(_ element: Element) {
        // Inside of the lock, so that all are told in the same order. It only fills buffers.
        state.withLock { state in
            if repeatsLatest { state.latest = element }
            for listener in state.listeners.values { listener.yield(element) }
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
