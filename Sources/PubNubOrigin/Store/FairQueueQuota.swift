import PubNubWire

/// Room that keysets share for what waits to be stored.
///
/// A keyset may add something if less of its own waits than there is room left. So one keyset fills half of the room at most, two fill a
/// third each, and however much a keyset sends, there is room for what another one sends.
package struct FairQueueQuota: Sendable {
    /// What waits of a keyset.
    private struct Share: Sendable {
        var all = 0
        /// How much of that takes room: no more than the keyset may add one by one.
        var counted = 0
    }

    let capacity: Int
    /// How much waits, of all keysets together. It may exceed `capacity`: one entry of the log may lead to many changes, and some changes
    /// come without a client that could be refused.
    package private(set) var waiting = 0
    /// How much room it takes, which never exceeds `capacity`. The excess of a keyset over its share takes no room of the others.
    private(set) var used = 0
    private var shares: [NameKey: Share] = [:]

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether no keyset may add anything.
    package var isFull: Bool { used >= capacity }

    /// Whether a keyset may add something.
    package func hasCapacity(for keyset: String) -> Bool {
        // A share is never larger than the whole, so most calls need not look it up.
        2 * waiting < capacity || used + (shares[keyset]?.all ?? 0) < capacity
    }

    /// Adds what a keyset puts there, or with a negative number takes away what no longer waits.
    package mutating func add(_ count: Int, to keyset: String) {
        guard count != 0 else { return }
        waiting += count
        let (capacity, used) = (capacity, used)
        func change(_ share: inout Share) -> (counted: Int, isLeft: Bool) {
            let before = share.counted
            // Each addition takes room and makes the share larger, so a keyset may add half of what is left.
            if count > 0 { share.counted += min(count, max(0, (capacity - used - share.all + 1) / 2)) }
            share.all += count
            share.counted = min(share.counted, share.all)
            return (share.counted - before, share.all > 0)
        }
        // The share is looked up once, unless it ends.
        let key = NameKey(keyset)
        let (counted, isLeft) = change(&shares[key, default: Share()])
        if !isLeft { shares[key] = nil }
        self.used += counted
    }
}
