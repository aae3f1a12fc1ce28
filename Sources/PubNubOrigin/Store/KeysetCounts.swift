import PubNubWire

/// A count for each keyset. A count of zero takes no memory.
struct KeysetCounts: Sendable {
    private var counts: [NameKey: Int] = [:]

    subscript(keyset: String) -> Int { counts[keyset] ?? 0 }

    /// Adds to a keyset's count, or takes away from it with a negative difference.
    mutating func add(_ difference: Int, to keyset: String) {
        guard difference != 0 else { return }
        func change(_ count: inout Int) -> Bool {
            count += difference
            return count > 0
        }
        // The count is looked up once, unless it ends.
        let key = NameKey(keyset)
        if !change(&counts[key, default: 0]) { counts[key] = nil }
    }
}
