/// What a query finds now, and how that differs from what it found before.
public struct ChatQueryChange<Entity: Identifiable & Hashable & Sendable>: Sendable, Equatable {
    /// All that the query finds, in its order.
    public let entities: [Entity]
    /// What it did not find before, in its order.
    public let insertions: [Entity]
    /// What it found before with other attributes, as it is now, in its order.
    public let updates: [Entity]
    /// What it does not find any more, as it was, in the order before.
    public let removals: [Entity]

    /// Compares what a query found with what it finds.
    ///
    /// - Parameters:
    ///   - before: What it found; nothing at first.
    ///   - after: What it finds.
    public init(from before: [Entity], to after: [Entity]) {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let kept = Set(after.map(\.id))
        entities = after
        insertions = after.filter { old[$0.id] == nil }
        updates = after.filter { entity in old[entity.id].map { $0 != entity } ?? false }
        removals = before.filter { !kept.contains($0.id) }
    }
}
