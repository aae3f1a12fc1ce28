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

    /// Takes what a call needs. Keysets without such quotas take no memory.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - keysets: The keysets with their quotas.
    ///   - refusals: Counts what the quotas refuse.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The time after which the call may come; nil if it may be served.
    mutating func take(
        _ call: OriginCall,
        _ keysets: KeysetTable,
        _ refusals: QuotaRefusals,
        at uptime: Duration
    ) -> Duration? {
        let keyset = call.keyset
        guard keyset.utf8.count <= longestKey else { return nil }
        if let rate = TokenRate(perSecond: keysets.quota(.requestsPerSecond, of: keyset), burst: nil),
            let pause = requests.take(NameKey(keyset), rate, at: uptime)
        {
            refusals.add(.requestsPerSecond)
            return pause
        }
        guard call.publishes else { return nil }
        if let rate = TokenRate(perSecond: keysets.quota(.messagesPerSecond, of: keyset), burst: nil),
            let pause = messages.take(NameKey(keyset), rate, at: uptime)
        {
            refusals.add(.messagesPerSecond)
            return pause
        }
        return nil
    }
}
