public import Dispatch
public import GRDB

extension ChatStore {
    /// Observes the result of a query.
    ///
    /// Changes in quick succession may be combined. A write that does not change the result is not reported. An
    /// observer of a request of the default entities reads the store only when a row with its channel, user,
    /// membership, message or reaction changes; the request is evaluated when the observation begins. An observer of
    /// any other query reads when one of its tables changes.
    ///
    /// - Parameter request: The query, with the order of the entities.
    /// - Returns: A sequence of changes. The first one has the current result.
    public func changes<Entity: ManagedChatEntity>(
        of request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>
    ) -> ChatQueryChanges<Entity> {
        ChatQueryChanges { [writer, reads, watch] deliver in
            QueryObservation(request, in: writer, reads, watch, deliver: deliver)
        }
    }

    /// Observes the result of a query, as `changes(of:)` does.
    ///
    /// - Parameters:
    ///   - request: The query, with the order of the entities.
    ///   - queue: The queue of the closures, which run one after the other; the main queue by default.
    ///   - onError: Receives the `DatabaseError` of the query, after which the observation ends.
    ///   - onChange: Receives each change. The first one has the current result.
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe<Entity: ManagedChatEntity>(
        _ request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>,
        on queue: DispatchQueue = .main,
        onError: @escaping @Sendable (any Error) -> Void,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void
    ) -> AnyDatabaseCancellable {
        let delivery = QueryDelivery(onError: onError, onChange: onChange)
        let observation = QueryObservation(request, in: writer, reads, watch) { found in
            queue.async { delivery.deliver(found) }
        }
        observation.start()
        return AnyDatabaseCancellable {
            delivery.cancel()
            observation.cancel()
        }
    }
}
