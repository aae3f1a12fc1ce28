/// The current result of a query, and its differences from the previous result.
///
/// ``removalIndexes`` and the origins of ``moves`` are indexes of ``previous``. ``insertionIndexes``, ``updateIndexes``
/// and the targets of ``moves`` are indexes of ``entities``. To turn the previous list into the current one, as table
/// views expect, remove the former from last to first, then insert the latter from first to last.
public struct ChatQueryChange<Entity: Identifiable & Hashable & Sendable>: Sendable, Equatable {
    /// The entities of the current result, in the order of the query.
    public let entities: [Entity]
    /// The entities of the previous result, in the order of the query.
    public let previous: [Entity]
    /// The indexes in ``entities`` of new entities, in ascending order.
    public let insertionIndexes: [Int]
    /// The indexes in ``entities`` of entities whose attributes changed, in ascending order. They may also have moved.
    public let updateIndexes: [Int]
    /// The indexes in ``previous`` of removed entities, in ascending order.
    public let removalIndexes: [Int]
    /// The entities whose relative order changed, sorted by their new indexes. The list is as short as possible.
    public let moves: [ChatQueryMove<Entity>]

    /// The new entities, in their order.
    public var insertions: [Entity] { insertionIndexes.map { entities[$0] } }
    /// The entities whose attributes changed, with their current attributes, in their order.
    public var updates: [Entity] { updateIndexes.map { entities[$0] } }
    /// The removed entities, with their previous attributes, in their previous order.
    public var removals: [Entity] { removalIndexes.map { previous[$0] } }

    /// Compares two results of a query.
    ///
    /// - Parameters:
    ///   - before: The previous result; empty at first.
    ///   - after: The current result.
    @specialized(where Entity == PubNubManagedMessage)
    @specialized(where Entity == PubNubManagedMessageAction)
    @specialized(where Entity == PubNubManagedMember)
    @specialized(where Entity == PubNubManagedUser)
    @specialized(where Entity == PubNubManagedChannel)
    public init(from before: [Entity], to after: [Entity]) {
        var indexes: [Entity.ID: Int] = Dictionary(minimumCapacity: before.count)
        for index in before.indices where indexes[before[index].id] == nil { indexes[before[index].id] = index }
        var origins: [Int?] = []
        origins.reserveCapacity(after.count)
        var isFound = [Bool](repeating: false, count: before.count)
        var insertions: [Int] = []
        var updates: [Int] = []
        var isAscending = true
        var last = -1
        for index in after.indices {
            let origin = indexes[after[index].id]
            origins.append(origin)
            guard let origin else {
                insertions.append(index)
                continue
            }
            isFound[origin] = true
            if before[origin] != after[index] { updates.append(index) }
            if origin <= last { isAscending = false }
            last = origin
        }
        entities = after
        previous = before
        insertionIndexes = insertions
        updateIndexes = updates
        // Only the first of several entities with the same identifier is marked.
        removalIndexes = before.indices.filter { index in
            !isFound[index] && !isFound[indexes[before[index].id] ?? index]
        }
        guard !isAscending else {
            moves = []
            return
        }
        let stays = AscendingSubsequence.longest(in: origins)
        moves = after.indices.compactMap { index in
            guard let origin = origins[index], !stays.contains(index) else { return nil }
            return ChatQueryMove(entity: after[index], from: origin, to: index)
        }
    }

    /// Groups the change into sections, such as the messages of a day or the members by status.
    ///
    /// Sections are in the order of their first entities. The change lists new, removed and moved sections; a section
    /// whose entities changed is an update.
    ///
    /// - Parameter key: The value that the entities of a section have in common.
    /// - Returns: The sections, and their differences from the previous ones.
    public func sections<Key: Hashable & Sendable>(
        by key: (Entity) throws -> Key
    ) rethrows -> ChatQueryChange<ChatQuerySection<Key, Entity>> {
        ChatQueryChange<ChatQuerySection<Key, Entity>>(
            from: try ChatQuerySection.sections(of: previous, by: key),
            to: try ChatQuerySection.sections(of: entities, by: key)
        )
    }
}

/// A move of an entity within the result of a query.
public struct ChatQueryMove<Entity: Identifiable & Hashable & Sendable>: Hashable, Sendable {
    /// The entity, with its current attributes.
    public let entity: Entity
    /// Its index in ``ChatQueryChange/previous``.
    public let from: Int
    /// Its index in ``ChatQueryChange/entities``.
    public let to: Int
}

/// Entities of a query result with a common key.
public struct ChatQuerySection<Key: Hashable & Sendable, Entity: Identifiable & Hashable & Sendable>:
    Identifiable, Hashable, Sendable
{
    /// The common key.
    public let id: Key
    /// The entities, in the order of the query.
    public let entities: [Entity]

    static func sections(of entities: [Entity], by key: (Entity) throws -> Key) rethrows -> [Self] {
        var order: [Key] = []
        var found: [Key: [Entity]] = [:]
        for entity in entities {
            let key = try key(entity)
            if found[key] == nil { order.append(key) }
            found[key, default: []].append(entity)
        }
        return order.map { Self(id: $0, entities: found[$0] ?? []) }
    }
}

/// Finds the longest increasing subsequence of a list.
private enum AscendingSubsequence {
    /// The indexes of its numbers in the list; nil elements are ignored. A list in ascending order needs one pass.
    static func longest(in numbers: [Int?]) -> Set<Int> {
        // `ends` has, for each length, the index of the smallest number that ends a subsequence of it; the other list
        // has the index before each number.
        var ends: [Int] = []
        var former = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var (low, high) = (0, ends.count)
            if let last = ends.last, let end = numbers[last], end < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if let end = numbers[ends[middle]], end < number { low = middle + 1 } else { high = middle }
            }
            former[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var indexes: Set<Int> = []
        var next = ends.last
        while let index = next {
            indexes.insert(index)
            next = former[index]
        }
        return indexes
    }
}
