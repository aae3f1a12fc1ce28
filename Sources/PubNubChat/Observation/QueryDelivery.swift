import PubNub
import PubNubLocks

/// Closures that are told of an observation, and what they were told last. They are called on one serial queue.
final class QueryDelivery<Entity: Identifiable & Hashable & Sendable>: Sendable {
    private struct State {
        var last: [Entity] = []
        var isCancelled = false
    }

    private let onError: @Sendable (any Error) -> Void
    private let onChange: @Sendable (ChatQueryChange<Entity>) -> Void
    private let state = Locked(State())

    init(
        onError: @escaping @Sendable (any Error) -> Void,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void
    ) {
        self.onError = onError
        self.onChange = onChange
    }

    /// Nothing is told any more.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    func deliver(_ found: Result<[Entity], any Error>) {
        switch found {
        case .success(let entities):
            if let last = take(entities) { onChange(ChatQueryChange(from: last, to: entities)) }
        case .failure(let error):
            if take([]) != nil { onError(error) }
        }
    }

    /// What was told last; nil when nothing is told any more.
    private func take(_ entities: [Entity]) -> [Entity]? {
        state.withLock { state in
            guard !state.isCancelled else { return nil }
            defer { state.last = entities }
            return state.last
        }
    }
}
