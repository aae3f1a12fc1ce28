import PubNub
import PubNubSupport

/// Sends the same elements in the same order to all listeners.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var last = 0
        var isFinished = false
        /// The latest element, which a new listener receives immediately.
        var latest: Element?
    }

    private let state: Locked<State>
    /// Held while elements are sent, so that all listeners receive them in the same order. A stream that ends waits
    /// only for `state`: sending and cancelling both wait for the task of the listener and must not wait for each
    /// other.
    private let order = Locked(())
    private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
    private let repeatsLatest: Bool

    /// - Parameters:
    ///   - limit: The maximum number of elements that wait for one listener. Beyond that, the oldest is dropped.
    ///   - first: The element that a new listener receives immediately if none was sent yet; nil if listeners receive
    ///     only later elements.
    init(limit: Int, first: Element? = nil) {
        policy = .bufferingNewest(limit)
        repeatsLatest = first != nil
        state = Locked(State(latest: first))
    }

    deinit { finish() }

    /// The latest element, or the first one; nil if listeners receive only later elements.
    var latest: Element? { state.withLock { $0.latest } }

    /// The elements that are sent from now on.
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
