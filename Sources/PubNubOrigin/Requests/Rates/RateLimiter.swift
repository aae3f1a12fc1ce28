import PubNubSupport
import PubNubWire

/// Limits how many requests a keyset and an address may send in a second.
///
/// Each has a bucket that holds the tokens for a burst and is refilled at a steady rate. A request takes a token of both, or is
/// refused. The number of buckets and the length of their keys are bounded.
final class RateLimiter: Sendable {
    private let keysets: SharedBuckets<NameKey>?
    private let addresses: SharedBuckets<AddressKey>?
    private let limitsLoopback: Bool
    /// The longest key of a keyset, in bytes. Calls with a longer one are refused anyway, and their keys take no memory.
    private let maxKeyBytes: Int

    /// A limiter with the rates of `limits`; nil if they have none.
    init?(_ limits: OriginLimits) {
        let keysetRate = TokenRate(perSecond: limits.requestsPerSecondPerKeyset, burst: limits.requestBurstPerKeyset)
        let addressRate = TokenRate(perSecond: limits.requestsPerSecondPerAddress, burst: limits.requestBurstPerAddress)
        guard keysetRate != nil || addressRate != nil else { return nil }
        keysets = keysetRate.map { SharedBuckets(rate: $0) }
        addresses = addressRate.map { SharedBuckets(rate: $0) }
        limitsLoopback = limits.limitsLoopback
        maxKeyBytes = limits.nameLength
    }

    /// Decides whether a request may be served now, and counts it if so.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: Where it comes from; nil if that is not known.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The time after which a request that comes too early may come; nil if it may be served.
    func take(_ request: OriginRequest, from address: AddressKey?, at uptime: Duration) -> Duration? {
        if let addresses, let address = address?.limited(limitsLoopback),
            let pause = addresses.take(address, at: uptime)
        {
            return pause
        }
        guard let keysets, let keyset = keyset(of: request) else { return nil }
        return keysets.take(NameKey(keyset), at: uptime)
    }

    /// The key of a request whose tokens are counted; nil if its call needs none or is refused for its key.
    private func keyset(of request: OriginRequest) -> String? {
        // Decoded, as other spellings of a key would have buckets of their own.
        guard let keyset = request.matched?.arguments.text(.sub), !keyset.isEmpty, keyset.utf8.count <= maxKeyBytes
        else { return nil }
        return keyset
    }
}

/// Buckets of one rate that all event loops use.
private final class SharedBuckets<Key: Hashable & Sendable>: Sendable {
    private let rate: TokenRate
    private let buckets = Locked(TokenBuckets<Key>())

    init(rate: TokenRate) {
        self.rate = rate
    }

    func take(_ key: Key, at uptime: Duration) -> Duration? {
        buckets.withLock { $0.take(key, rate, at: uptime) }
    }
}
