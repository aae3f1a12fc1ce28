import PubNubWire

/// How many requests and messages each keyset with such a quota may still send now.
struct QuotaRates: Sendable {
    private var requests: [NameKey: TokenBucket] = [:]
    private var messages: [NameKey: TokenBucket] = [:]

    /// Takes what a call needs. Keysets without such quotas take no memory.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - state: The state with the quotas, which counts what they refuse.
    ///   - uptime: The time by the clock of the server.
    /// - Returns: The time after which the call may come; nil if it may be served.
    mutating func take(_ call: OriginCall, _ state: OriginState, at uptime: Duration) -> Duration? {
        let keyset = call.keyset
        if let pause = Self.take(state.keysets.quota(.requestsPerSecond, of: keyset), keyset, &requests, at: uptime) {
            state.quotaRefusals.add(.requestsPerSecond)
            return pause
        }
        guard [.publish, .publishCompressed, .signal].contains(call.route) else { return nil }
        if let pause = Self.take(state.keysets.quota(.messagesPerSecond, of: keyset), keyset, &messages, at: uptime) {
            state.quotaRefusals.add(.messagesPerSecond)
            return pause
        }
        return nil
    }

    private static func take(
        _ quota: Int?,
        _ keyset: String,
        _ buckets: inout [NameKey: TokenBucket],
        at uptime: Duration
    ) -> Duration? {
        guard let rate = TokenRate(perSecond: quota, burst: nil) else { return nil }
        if buckets.count >= mostKeysets, buckets[keyset] == nil { buckets = [:] }
        return buckets[keyset, default: TokenBucket(rate, at: uptime)].take(rate, at: uptime)
    }

    /// Most keysets whose rates are counted: with quotas for all, a client can name any number of keysets.
    private static let mostKeysets = 65_536
}
