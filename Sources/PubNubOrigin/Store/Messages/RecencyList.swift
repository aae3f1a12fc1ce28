/// Keys in order of their last use, for dropping the longest unused.
///
/// A key is used and removed by its place, which ``add(_:)`` returns, so that no search is needed.
struct RecencyList<Key: Sendable>: Sendable {
    private struct Node {
        let key: Key
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var oldest: Int?
    private var newest: Int?

    var longestUnused: Key? { oldest.flatMap { nodes[$0]?.key } }

    /// The longest unused key for which a closure returns true; nil without one among the first `most`.
    func firstUnused(among most: Int, where isWanted: (Key) -> Bool) -> Key? {
        var place = oldest
        for _ in 0..<most {
            guard let node = place.flatMap({ nodes[$0] }) else { return nil }
            if isWanted(node.key) { return node.key }
            place = node.newer
        }
        return nil
    }

    /// Adds a key as the most recently used. Returns its place, which stays the same until the key is removed.
    mutating func add(_ key: Key) -> RecencyPosition {
        let index = free.popLast() ?? nodes.count
        if index == nodes.count { nodes.append(nil) }
        nodes[index] = Node(key: key)
        link(index)
        return RecencyPosition(index: index)
    }

    /// Makes the key at a place the most recently used.
    mutating func touch(_ place: RecencyPosition) {
        guard place.index != newest else { return }
        unlink(place.index)
        link(place.index)
    }

    /// Removes the key at a place.
    mutating func remove(_ place: RecencyPosition) {
        unlink(place.index)
        nodes[place.index] = nil
        free.append(place.index)
    }

    private mutating func link(_ place: Int) {
        nodes[place]?.older = newest
        nodes[place]?.newer = nil
        if let newest { nodes[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        // Without a copy of the node, which would count a reference to its key.
        let older = nodes[place]?.older
        let newer = nodes[place]?.newer
        if let older { nodes[older]?.newer = newer } else { oldest = newer }
        if let newer { nodes[newer]?.older = older } else { newest = older }
    }
}

/// Where a key is in a ``RecencyList``.
struct RecencyPosition: Sendable, Hashable {
    fileprivate let index: Int
}
