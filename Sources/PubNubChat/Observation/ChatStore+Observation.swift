public import Dispatch
public import GRDB

extension ChatStore {
    /// Observes the result of a query.
    ///
    /// Changes in quick succession may be combined. A write that does not change the result is not reported. The observation
    /// reads the store when a row of its scope changes; without a scope, when one of its tables changes.
    ///
    /// - Parameters:
    ///   - request: The query, with the order of the entities.
    ///   - scope: The rows that the query reads; everything in its tables by default.
    /// - Returns: A sequence of changes. The first one has the current result. It ends when the store is closed.
    public func changes<Entity: ManagedChatEntity>(
        of request: sending QueryInterfaceRequest<Entity>,
        watching scope: ChatScope = .tables
    ) -> ChatQueryChanges<Entity> {
        changes(of: LiveQuery(request, scope))
    }

    func changes<Element>(of query: LiveQuery<Element>) -> ChatQueryChanges<Element> {
        ChatQueryChanges { [writer, reads, watch] deliver in
            QueryObservation(query, in: writer, reads, watch, deliver: deliver)
        }
    }

    /// Observes the result of a query, as ``changes(of:watching:)`` does.
    ///
    /// - Parameters:
    ///   - request: The query, with the order of the entities.
    ///   - scope: The rows that the query reads; everything in its tables by default.
    ///   - queue: The queue of the closures, which run one after the other; the main queue by default.
    ///   - onError: Receives the `DatabaseError` of the query, after which the observation ends.
    ///   - onChange: Receives each change. The first one has the current result.
    /// - Returns: The observation, which ends when it is cancelled or released, or when the store is closed.
    public func observe<Entity: ManagedChatEntity>(
        _ request: sending QueryInterfaceRequest<Entity>,
        watching scope: ChatScope = .tables,
        on queue: DispatchQueue = .main,
        onError: @escaping @Sendable (any Error) -> Void,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void
    ) -> AnyDatabaseCancellable {
        let delivery = QueryDelivery(onError: onError, onChange: onChange)
        let observation = QueryObservation(LiveQuery(request, scope), in: writer, reads, watch) { found in
            queue.async { delivery.deliver(found) }
        }
        observation.start()
        return AnyDatabaseCancellable {
            delivery.cancel()
            observation.cancel()
        }
    }
}
