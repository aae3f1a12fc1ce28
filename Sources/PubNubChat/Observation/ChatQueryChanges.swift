/// The changes of what a query finds; the first one has all that it finds as insertions.
public struct ChatQueryChanges<Entity: ManagedChatEntity>: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = ChatQueryChange<Entity>

    typealias Delivery = @Sendable (Result<[Entity], any Error>) -> Void

    private let observation: @Sendable (@escaping Delivery) -> QueryObservation<Entity>

    init(_ observation: @escaping @Sendable (@escaping Delivery) -> QueryObservation<Entity>) {
        self.observation = observation
    }

    /// Starts to observe.
    ///
    /// - Returns: What gives the changes; the observation ends with it.
    public func makeAsyncIterator() -> Iterator {
        // Whoever is slow gets the newest: what differs is told against what he got last.
        let (values, continuation) = AsyncThrowingStream.makeStream(
            of: [Entity].self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let observation = observation { found in
            switch found {
            case .success(let entities): continuation.yield(entities)
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in observation.cancel() }
        observation.start()
        return Iterator(values: values.makeAsyncIterator())
    }

    /// Gives the changes, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncThrowingStream<[Entity], any Error>.Iterator
        var last: [Entity] = []

        /// Waits for a change.
        ///
        /// - Returns: The change; nil once the task is cancelled.
        /// - Throws: A `DatabaseError` if the query fails.
        public mutating func next() async throws -> ChatQueryChange<Entity>? {
            guard let entities = try await values.next() else { return nil }
            defer { last = entities }
            return ChatQueryChange(from: last, to: entities)
        }
    }
}
