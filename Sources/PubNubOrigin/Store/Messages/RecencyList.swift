/// Keys in order of their last use, for dropping the longest unused.
struct RecencyList<Key: Hashable & Sendable>: Sendable {
    private struct Node {
        let key: Key
        var older: Int?
        var newer: Int?
    }

    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var oldest: Int?
    private var newest: Int?

    var count: Int { places.count }
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

    /// Makes a key the most recently used, adding it when it is new.
    mutating func touch(_ key: Key) {
        if let newest, nodes[newest]?.key == key { return }
        if let place = places[key] {
            unlink(place)
            link(place)
        } else {
            let place = free.popLast() ?? nodes.count
            if place == nodes.count { nodes.append(nil) }
            places[key] = place
            nodes[place] = Node(key: key)
            link(place)
        }
    }

    mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        nodes[place] = nil
        free.append(place)
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
