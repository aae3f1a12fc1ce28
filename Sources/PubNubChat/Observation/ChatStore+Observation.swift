public import Dispatch
public import GRDB

extension ChatStore {
    /// Observes what a query finds.
    ///
    /// Changes that follow each other quickly may come as one. A change of the store that does not touch what is found is not told.
    ///
    /// - Parameter request: The query, with the order that the entities should have.
    /// - Returns: A sequence that begins with what is found at once.
    public func changes<Entity: ManagedChatEntity>(
        of request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>
    ) -> ChatQueryChanges<Entity> {
        ChatQueryChanges(values: Self.observation(request).values(in: writer))
    }

    /// Observes what a query finds, as `changes(of:)` does.
    ///
    /// - Parameters:
    ///   - request: The query, with the order that the entities should have.
    ///   - queue: Where the closures run, one after the other; the main queue unless told.
    ///   - onError: Gets what SQLite has against the query; nothing follows it.
    ///   - onChange: Gets each change, at first what is found at once.
    /// - Returns: What ends the observation when it is cancelled or released.
    public func observe<Entity: ManagedChatEntity>(
        _ request: @autoclosure @escaping @Sendable () -> QueryInterfaceRequest<Entity>,
        on queue: DispatchQueue = .main,
        onError: @escaping @Sendable (any Error) -> Void,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void
    ) -> AnyDatabaseCancellable {
        let memory = QueryMemory<Entity>()
        return Self.observation(request).start(
            in: writer,
            scheduling: .async(onQueue: queue),
            onError: onError,
            onChange: { onChange(memory.change(to: $0)) }
        )
    }

    private static func observation<Entity: ManagedChatEntity>(
        _ request: @escaping @Sendable () -> QueryInterfaceRequest<Entity>
    ) -> ValueObservation<ValueReducers.RemoveDuplicates<ValueReducers.Fetch<[Entity]>>> {
        ValueObservation.tracking { try request().fetchAll($0) }.removeDuplicates()
    }
}
