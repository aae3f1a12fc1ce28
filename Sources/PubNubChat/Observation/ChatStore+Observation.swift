public import Dispatch
public import GRDB

extension ChatStore {
    /// Observes what a query finds.
    ///
    /// Changes that follow each other quickly may come as one. A change of the store that does not touch what is found is not told. An observer of a request of
    /// the default entities reads the store only when a row with its channel, user, membership, message or reaction changes; such a request is evaluated when
    /// the observation begins. An observer of any other query reads when one of its tables changes.
    ///
    /// - Parameter request: The query, with the order that the entities should have.
    /// - Returns: A sequence that begins with what is found at once.
    public func changes<Entity: ManagedChatEntity>(
        of request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>
    ) -> ChatQueryChanges<Entity> {
        ChatQueryChanges { [writer, reads, watch] deliver in
            QueryObservation(request, in: writer, reads, watch, deliver: deliver)
        }
    }

    /// Observes what a query finds, as `changes(of:)` does.
    ///
    /// - Parameters:
    ///   - request: The query, with the order that the entities should have.
    ///   - queue: Where the closures run, one after the other; the main queue by default.
    ///   - onError: Receives the `DatabaseError` of the query; nothing follows it.
    ///   - onChange: Gets each change, at first what is found at once.
    /// - Returns: What ends the observation when it is cancelled or released.
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
