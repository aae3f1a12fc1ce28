import PubNubWire

/// How many requests and messages each keyset with such a quota may still send now.
struct QuotaRates: Sendable {
    // With quotas for all, a client can name any number of keysets.
    private var buckets: [OriginQuota: TokenBuckets<NameKey>] = [:]
    /// The longest key of a keyset, in bytes. Calls with a longer one are refused anyway, and their keys take no memory.
    private let maxKeyBytes: Int

    /// The rates of a server with these limits, none of which was used yet.
    init(_ limits: OriginLimits) {
        maxKeyBytes = limits.nameLength
    }

    /// Takes a token of a keyset. Keysets without the quota take no memory.
    ///
    /// - Parameters:
    ///   - quota: ``OriginQuota/requestsPerSecond`` or ``OriginQuota/messagesPerSecond``.
    ///   - keyset: The keyset.
    ///   - keysets: The keysets with their quotas.
    ///   - refusals: Counts what the quotas refuse.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The time after which the call may come; nil if it may be served.
    mutating func take(
        _ quota: OriginQuota,
        of keyset: String,
        _ keysets: KeysetTable,
        _ refusals: QuotaRefusals,
        at uptime: Duration
    ) -> Duration? {
        guard keyset.utf8.count <= maxKeyBytes,
            let rate = TokenRate(perSecond: keysets.quota(quota, of: keyset), burst: nil),
            let pause = buckets[quota, default: TokenBuckets()].take(NameKey(keyset), rate, at: uptime)
        else { return nil }
        refusals.add(quota)
        return pause
    }
}
