import Synchronization

/// What a query found last.
final class QueryMemory<Entity: Identifiable & Hashable & Sendable>: Sendable {
    private let last = Mutex<[Entity]>([])

    func change(to entities: [Entity]) -> ChatQueryChange<Entity> {
        last.withLock { last in
            defer { last = entities }
            return ChatQueryChange(from: last, to: entities)
        }
    }
}
