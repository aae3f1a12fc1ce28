/// How long to wait before trying again: doubling, capped, and spread so that clients cut off together do not all come
/// back in the same instant.
///
/// | try | 0 | 1 | 2 | 3 | 4 | 5 | 6 and on |
/// |---|---|---|---|---|---|---|---|
/// | seconds before the spread | 0.1 | 1 | 2 | 4 | 8 | 16 | 30 |
package struct Backoff: Sendable, Equatable {
    package static let maxDelay: Duration = .seconds(30)

    /// A service that asks for a longer wait is asked again after this time: 5 minutes.
    package static let maxRequestedWait: Duration = .seconds(300)

    private var random: SplitMix64

    package init(seed: UInt64) {
        random = SplitMix64(state: seed)
    }

    /// The delay before try number `attempt` (from 0), spread evenly over 75–125 % of the table's value.
    package mutating func delay(attempt: Int) -> Duration {
        let base: Duration =
            switch attempt {
            case ...0: .milliseconds(100)
            case 1...5: .seconds(1 << (attempt - 1))
            default: Backoff.maxDelay
            }
        let spread = Double.random(in: 0.75...1.25, using: &random)
        return base * spread
    }

    /// The delay before try number `attempt` (from 0) of a request that the service asked to wait for.
    ///
    /// - Parameters:
    ///   - attempt: The number of the try.
    ///   - retryAfter: How long the service asks to wait, ``maxRequestedWait`` at most; `nil` when it names no time.
    /// - Returns: The delay. It is never shorter than `retryAfter`, and up to 25 % longer, so that clients that were refused
    ///   together do not return together.
    package mutating func delay(attempt: Int, atLeast retryAfter: Duration?) -> Duration {
        let usual = delay(attempt: attempt)
        guard let retryAfter else { return usual }
        let spread = Double.random(in: 1...1.25, using: &random)
        return max(usual, min(retryAfter, Backoff.maxRequestedWait) * spread)
    }
}

/// A small seeded generator: the same seed gives the same delays, so that a simulated run can be replayed.
package struct SplitMix64: RandomNumberGenerator, Sendable, Equatable {
    var state: UInt64

    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
