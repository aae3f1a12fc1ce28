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

    var leastRecentlyUsed: Key? { oldest.flatMap { nodes[$0]?.key } }

    /// The longest unused key for which a closure returns true; nil without one among the first `most`.
    func firstUnused(among most: Int, where isWanted: (Key) -> Bool) -> Key? {
        var position = oldest
        for _ in 0..<most {
            guard let node = position.flatMap({ nodes[$0] }) else { return nil }
            if isWanted(node.key) { return node.key }
            position = node.newer
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
    mutating func touch(_ position: RecencyPosition) {
        guard position.index != newest else { return }
        unlink(position.index)
        link(position.index)
    }

    /// Removes the key at a place.
    mutating func remove(_ position: RecencyPosition) {
        unlink(position.index)
        nodes[position.index] = nil
        free.append(position.index)
    }

    private mutating func link(_ position: Int) {
        nodes[position]?.older = newest
        nodes[position]?.newer = nil
        if let newest { nodes[newest]?.newer = position }
        newest = position
        if oldest == nil { oldest = position }
    }

    private mutating func unlink(_ position: Int) {
        // Without a copy of the node, which would count a reference to its key.
        let older = nodes[position]?.older
        let newer = nodes[position]?.newer
        if let older { nodes[older]?.newer = newer } else { oldest = newer }
        if let newer { nodes[newer]?.older = older } else { newest = older }
    }
}

/// Where a key is in a ``RecencyList``.
struct RecencyPosition: Sendable, Hashable {
    fileprivate let index: Int
}
