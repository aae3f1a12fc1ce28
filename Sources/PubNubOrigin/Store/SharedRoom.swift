/// Room that keysets share for what waits to be stored.
///
/// A keyset may add something if less of its own waits than there is room left. So one keyset fills half of the room at most, two fill a
/// third each, and however much a keyset sends, there is room for what another one sends.
struct SharedRoom: Sendable {
    let capacity: Int
    /// How much waits, of all keysets together. It may exceed `capacity`, as some changes come without a client that could be refused.
    private(set) var used = 0
    private var shares = KeysetCounts()

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether a keyset may add something.
    func hasRoom(for keyset: String) -> Bool {
        // A share is never larger than the whole, so most calls need not look it up.
        2 * used < capacity || used + shares[keyset] < capacity
    }

    /// Adds what a keyset puts there, or with a negative number takes away what no longer waits.
    mutating func add(_ count: Int, to keyset: String) {
        used += count
        shares.add(count, to: keyset)
    }
}
