import PubNubWire

/// A count for each keyset. A count of zero takes no memory.
struct KeysetCounts: Sendable {
    private var counts: [NameKey: Int] = [:]

    subscript(keyset: String) -> Int { counts[keyset] ?? 0 }

    /// Adds to a keyset's count, or takes away from it with a negative difference.
    mutating func add(_ difference: Int, to keyset: String) {
        guard difference != 0 else { return }
        let count = self[keyset] + difference
        counts[keyset] = count > 0 ? count : nil
    }
}
