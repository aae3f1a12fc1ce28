import Testing

@testable import PubNubMachines

/// The bounded window in which duplicates are detected.
@Suite struct FingerprintRingTests {
    @Test func remembersExactlyTheNewest() {
        var ring = FingerprintRing(capacity: 4)
        let isNew = [1, 2, 3, 4, 1, 5, 2, 1, 3].map { ring.insert(UInt64($0)) }
        #expect(isNew == [true, true, true, true, false, true, false, true, false])
        #expect(ring.count == 4)
    }

    /// All start at the same index, so that every removal has to move others up.
    @Test func distinguishesCollidingFingerprints() {
        var ring = FingerprintRing(capacity: 4)
        let colliding = (0..<20).map { UInt64($0) << 32 }
        for (position, fingerprint) in colliding.enumerated() {
            #expect(ring.insert(fingerprint) == true)
            for earlier in colliding[max(0, position - 3)...position] { #expect(ring.insert(earlier) == false) }
        }
    }

    @Test(arguments: [1, 2, 8, 64])
    func agreesWithAListThatIsSearched(_ capacity: Int) {
        var random = SplitMix64(state: UInt64(capacity))
        var ring = FingerprintRing(capacity: capacity)
        var model: [UInt64] = []
        for _ in 0..<5000 {
            // Few values at few indices, the last of which is followed by the first.
            let value = UInt64.random(in: 0..<UInt64(capacity * 2 + 1), using: &random)
            let fingerprint = value << 40 | (value.isMultiple(of: 2) ? UInt64(capacity * 4 - 1) : value)
            let isNew = !model.contains(fingerprint)
            if isNew { model = (model + [fingerprint]).suffix(capacity) }
            #expect(ring.insert(fingerprint) == isNew)
            #expect(ring.count == model.count)
        }
    }
}
