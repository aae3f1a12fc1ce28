import PubNubLocks
import PubNubWire

/// Limits how many requests a keyset and an address may send in a second.
///
/// Each has a bucket that holds the tokens for a burst and is refilled at a steady rate. A request takes a token of both, or is
/// refused. The number of buckets is bounded: a bucket that has not been used for the longest time is dropped, and is full if it is
/// needed again.
final class RateLimiter: Sendable {
    /// Most keysets, and most addresses, whose tokens are counted.
    private static let mostBuckets = 65_536

    private let keysets: SharedBuckets<NameKey>?
    private let addresses: SharedBuckets<AddressKey>?
    private let limitsLoopback: Bool

    /// A limiter with the rates of `limits`; nil if they have none.
    init?(_ limits: OriginLimits, mostBuckets: Int = RateLimiter.mostBuckets) {
        let keysetRate = TokenRate(perSecond: limits.requestsPerSecondPerKeyset, burst: limits.requestBurstPerKeyset)
        let addressRate = TokenRate(perSecond: limits.requestsPerSecondPerAddress, burst: limits.requestBurstPerAddress)
        guard keysetRate != nil || addressRate != nil else { return nil }
        keysets = keysetRate.map { SharedBuckets(TokenBuckets(rate: $0, capacity: mostBuckets)) }
        addresses = addressRate.map { SharedBuckets(TokenBuckets(rate: $0, capacity: mostBuckets)) }
        limitsLoopback = limits.limitsLoopback
    }

    /// Decides whether a request may be served now, and counts it if so.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: Where it comes from; nil if that is not known.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The refusal of a request that comes too early; nil if it may be served.
    func refusal(of request: OriginRequest, from address: AddressKey?, at uptime: Duration) -> OriginResponse? {
        if let addresses, let address, limitsLoopback || !address.isLoopback,
            let pause = addresses.take(address, at: uptime)
        {
            return ErrorResponse.tooManyRequests(retryAfter: pause)
        }
        if let keysets, let keyset = Self.keyset(of: request), let pause = keysets.take(NameKey(keyset), at: uptime) {
            return ErrorResponse.tooManyRequests(retryAfter: pause)
        }
        return nil
    }

    private static func keyset(of request: OriginRequest) -> String? {
        // Decoded, as other spellings of a key would have buckets of their own.
        guard let keyset = OriginRouter.call(for: request)?.keyset, !keyset.isEmpty else {
            return nil
        }
        return keyset
    }
}

/// Buckets that all event loops use.
private final class SharedBuckets<Key: Hashable & Sendable>: Sendable {
    private let buckets: Locked<TokenBuckets<Key>>

    init(_ buckets: TokenBuckets<Key>) {
        self.buckets = Locked(buckets)
    }

    func take(_ key: Key, at uptime: Duration) -> Duration? {
        buckets.withLock { $0.take(key, at: uptime) }
    }
}
