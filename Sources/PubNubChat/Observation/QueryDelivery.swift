import PubNub
import PubNubSupport

/// Delivers the changes of an observation to closures on one serial queue, and holds the last delivered result.
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

    /// Ends the delivery.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    func deliver(_ found: Result<[Entity], any Error>) {
        switch found {
        case .success(let entities):
            if let last = take(entities) { onChange(ChatQueryChange(from: last, to: entities)) }
        case .failure(is CancellationError): cancel()
        case .failure(let error):
            if take([]) != nil { onError(error) }
        }
    }

    /// Replaces the last delivered result and returns the previous one; nil after cancellation.
    private func take(_ entities: [Entity]) -> [Entity]? {
        state.withLock { state in
            guard !state.isCancelled else { return nil }
            defer { state.last = entities }
            return state.last
        }
    }
}
