/// What a query finds now, and how that differs from what it found before.
///
/// ``removalIndexes`` and the origins of ``moves`` are places in ``previous``; ``insertionIndexes``, ``updateIndexes`` and the targets of
/// ``moves`` are places in ``entities``. Taking away the former, from the last to the first, and putting in the latter, from the first to
/// the last, turns the previous list into the present one, as table views expect it.
public struct ChatQueryChange<Entity: Identifiable & Hashable & Sendable>: Sendable, Equatable {
    /// All that the query finds, in its order.
    public let entities: [Entity]
    /// All that it found before, in its order.
    public let previous: [Entity]
    /// Where in ``entities`` those are that it did not find before, in ascending order.
    public let insertionIndexes: [Int]
    /// Where in ``entities`` those are that it found before with other attributes, in ascending order. They may have moved as well.
    public let updateIndexes: [Int]
    /// Where in ``previous`` those are that it does not find any more, in ascending order.
    public let removalIndexes: [Int]
    /// Those that are in another order than before, by their present places: as few as possible.
    public let moves: [ChatQueryMove<Entity>]

    /// What it did not find before, in its order.
    public var insertions: [Entity] { insertionIndexes.map { entities[$0] } }
    /// What it found before with other attributes, as it is now, in its order.
    public var updates: [Entity] { updateIndexes.map { entities[$0] } }
    /// What it does not find any more, as it was, in the order before.
    public var removals: [Entity] { removalIndexes.map { previous[$0] } }

    /// Compares what a query found with what it finds.
    ///
    /// - Parameters:
    ///   - before: What it found; nothing at first.
    ///   - after: What it finds.
    @specialized(where Entity == PubNubManagedMessage)
    @specialized(where Entity == PubNubManagedMessageAction)
    @specialized(where Entity == PubNubManagedMember)
    @specialized(where Entity == PubNubManagedUser)
    @specialized(where Entity == PubNubManagedChannel)
    public init(from before: [Entity], to after: [Entity]) {
        var places: [Entity.ID: Int] = Dictionary(minimumCapacity: before.count)
        for place in before.indices where places[before[place].id] == nil { places[before[place].id] = place }
        var origins: [Int?] = []
        origins.reserveCapacity(after.count)
        var isFound = [Bool](repeating: false, count: before.count)
        var insertions: [Int] = []
        var updates: [Int] = []
        var isAscending = true
        var last = -1
        for place in after.indices {
            let origin = places[after[place].id]
            origins.append(origin)
            guard let origin else {
                insertions.append(place)
                continue
            }
            isFound[origin] = true
            if before[origin] != after[place] { updates.append(place) }
            if origin <= last { isAscending = false }
            last = origin
        }
        entities = after
        previous = before
        insertionIndexes = insertions
        updateIndexes = updates
        // Of entities with the same identifier only the first place is marked.
        removalIndexes = before.indices.filter { place in
            !isFound[place] && !isFound[places[before[place].id] ?? place]
        }
        guard !isAscending else {
            moves = []
            return
        }
        let stays = AscendingSubsequence.longest(in: origins)
        moves = after.indices.compactMap { place in
            guard let origin = origins[place], !stays.contains(place) else { return nil }
            return ChatQueryMove(entity: after[place], from: origin, to: place)
        }
    }

    /// The change by sections, such as the messages of a day or the members by status.
    ///
    /// Sections are in the order of their first entities. The change tells which sections came, went and moved; a section with other
    /// entities than before is an update.
    ///
    /// - Parameter key: What the entities of a section have in common.
    /// - Returns: The sections, and how they differ from those before.
    public func sections<Key: Hashable & Sendable>(
        by key: (Entity) throws -> Key
    ) rethrows -> ChatQueryChange<ChatQuerySection<Key, Entity>> {
        ChatQueryChange<ChatQuerySection<Key, Entity>>(
            from: try ChatQuerySection.sections(of: previous, by: key),
            to: try ChatQuerySection.sections(of: entities, by: key)
        )
    }
}

/// Something that a query finds in another place than before.
public struct ChatQueryMove<Entity: Identifiable & Hashable & Sendable>: Hashable, Sendable {
    /// What moved, as it is now.
    public let entity: Entity
    /// Its place in ``ChatQueryChange/previous``.
    public let from: Int
    /// Its place in ``ChatQueryChange/entities``.
    public let to: Int
}

/// Entities that a query finds and that have something in common.
public struct ChatQuerySection<Key: Hashable & Sendable, Entity: Identifiable & Hashable & Sendable>:
    Identifiable, Hashable, Sendable
{
    /// What they have in common.
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

/// The longest part of a list that is in ascending order.
private enum AscendingSubsequence {
    /// The places of its numbers in the list; what is nil is left out. A list in ascending order needs one pass.
    static func longest(in numbers: [Int?]) -> Set<Int> {
        // The place of the smallest number with which a run of each length ends, and the place before each in its run.
        var ends: [Int] = []
        var former = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            guard let number else { continue }
            var (low, high) = (0, ends.count)
            if let last = ends.last, let end = numbers[last], end < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if let end = numbers[ends[middle]], end < number { low = middle + 1 } else { high = middle }
            }
            former[place] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var places: Set<Int> = []
        var next = ends.last
        while let place = next {
            places.insert(place)
            next = former[place]
        }
        return places
    }
}
