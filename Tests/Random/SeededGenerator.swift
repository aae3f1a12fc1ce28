import PubNubMachines

/// Random numbers that repeat with their seed: those of the client's machines.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var numbers: SplitMix64

    package init(seed: UInt64) {
        numbers = SplitMix64(state: seed)
    }

    package mutating func next() -> UInt64 { numbers.next() }
}
