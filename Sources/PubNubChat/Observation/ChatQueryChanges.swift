import GRDB

/// The changes of what a query finds; the first one has all that it finds as insertions.
public struct ChatQueryChanges<Entity: ManagedChatEntity>: AsyncSequence, Sendable {
    /// A change.
    public typealias Element = ChatQueryChange<Entity>

    let values: AsyncValueObservation<[Entity]>

    /// Starts to observe.
    ///
    /// - Returns: What gives the changes; the observation ends with it.
    public func makeAsyncIterator() -> Iterator {
        Iterator(values: values.makeAsyncIterator())
    }

    /// Gives the changes, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var values: AsyncValueObservation<[Entity]>.Iterator
        var last: [Entity] = []

        /// Waits for a change.
        ///
        /// - Returns: The change; nil once the task is cancelled.
        /// - Throws: What SQLite has against the query.
        public mutating func next() async throws -> ChatQueryChange<Entity>? {
            guard let entities = try await values.next() else { return nil }
            defer { last = entities }
            return ChatQueryChange(from: last, to: entities)
        }
    }
}
