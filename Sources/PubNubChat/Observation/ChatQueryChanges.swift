/// The changes of the result of a query. The first change has all entities as insertions.
public struct ChatQueryChanges<Entity: Identifiable & Hashable & Sendable>: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = ChatQueryChange<Entity>

    typealias Delivery = @Sendable (Result<[Entity], any Error>) -> Void

    private let observation: @Sendable (@escaping Delivery) -> QueryObservation<Entity>

    init(_ observation: @escaping @Sendable (@escaping Delivery) -> QueryObservation<Entity>) {
        self.observation = observation
    }

    /// Starts to observe.
    ///
    /// - Returns: The iterator. The observation ends when it is released.
    public func makeAsyncIterator() -> Iterator {
        // A slow consumer receives only the newest result, compared with the last one that it received.
        let (values, continuation) = AsyncThrowingStream.makeStream(
            of: [Entity].self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let observation = observation { found in
            switch found {
            case .success(let entities): continuation.yield(entities)
            case .failure(is CancellationError): continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in observation.cancel() }
        observation.start()
        return Iterator(values: values.makeAsyncIterator())
    }

    /// Iterates over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncThrowingStream<[Entity], any Error>.Iterator
        var last: [Entity] = []

        /// Waits for the next change.
        ///
        /// - Returns: The change; nil after the task was cancelled or the store was closed.
        /// - Throws: A `DatabaseError` if the query fails.
        public mutating func next() async throws -> ChatQueryChange<Entity>? {
            guard let entities = try await values.next() else { return nil }
            defer { last = entities }
            return ChatQueryChange(from: last, to: entities)
        }
    }
}
