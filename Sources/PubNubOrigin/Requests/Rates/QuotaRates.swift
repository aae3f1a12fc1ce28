import PubNubWire

/// How many requests and messages each keyset with such a quota may still send now.
struct QuotaRates: Sendable {
    // With quotas for all, a client can name any number of keysets.
    private var requests = TokenBuckets<NameKey>()
    private var messages = TokenBuckets<NameKey>()
    /// The longest key of a keyset, in bytes. Calls with a longer one are refused anyway, and their keys take no memory.
    private let longestKey: Int

    /// The rates of a server with these limits, none of which was used yet.
    init(_ limits: OriginLimits) {
        longestKey = limits.nameLength
    }

    /// Takes a token of the requests of the keyset of a call. Keysets without such a quota take no memory.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - keysets: The keysets with their quotas.
    ///   - refusals: Counts what the quotas refuse.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The time after which the call may come; nil if it may be served.
    mutating func takeRequest(
        _ call: OriginCall,
        _ keysets: KeysetTable,
        _ refusals: QuotaRefusals,
        at uptime: Duration
    ) -> Duration? {
        let pause = Self.take(from: &requests, .requestsPerSecond, of: call.keyset, keysets, longestKey, at: uptime)
        if pause != nil { refusals.add(.requestsPerSecond) }
        return pause
    }

    /// Takes a token of the messages of the keyset of a call. Arguments and result are those of ``takeRequest(_:_:_:at:)``.
    mutating func takeMessage(
        _ call: OriginCall,
        _ keysets: KeysetTable,
        _ refusals: QuotaRefusals,
        at uptime: Duration
    ) -> Duration? {
        let pause = Self.take(from: &messages, .messagesPerSecond, of: call.keyset, keysets, longestKey, at: uptime)
        if pause != nil { refusals.add(.messagesPerSecond) }
        return pause
    }

    private static func take(
        from buckets: inout TokenBuckets<NameKey>,
        _ quota: OriginQuota,
        of keyset: String,
        _ keysets: KeysetTable,
        _ longestKey: Int,
        at uptime: Duration
    ) -> Duration? {
        guard keyset.utf8.count <= longestKey,
            let rate = TokenRate(perSecond: keysets.quota(quota, of: keyset), burst: nil)
        else { return nil }
        return buckets.take(NameKey(keyset), rate, at: uptime)
    }
}
