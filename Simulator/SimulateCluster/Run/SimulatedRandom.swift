@testable import PubNubMachines

/// Numbers that are the same for the same seed.
struct SimulatedRandom: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(state: seed &* 0xD134_2543_DE82_EF95 &+ 1) }

    mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 to below a bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Some of the elements, one at least, in their order.
    mutating func some<Element>(of elements: [Element]) -> [Element] {
        let chosen = elements.filter { _ in oneIn(2) }
        return chosen.isEmpty ? [one(of: elements)] : chosen
    }
}
