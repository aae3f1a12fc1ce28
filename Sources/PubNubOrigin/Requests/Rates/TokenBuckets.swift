/// How fast a bucket is refilled, and how much it holds.
package struct TokenRate: Sendable {
    let perSecond: Double
    let burst: Double

    /// nil without a rate. A burst that is not given is what one second brings, and at least one token.
    package init?(perSecond: Int?, burst: Int?) {
        guard let perSecond else { return nil }
        self.perSecond = Double(max(0, perSecond))
        self.burst = Double(max(1, burst ?? perSecond))
    }
}

struct TokenBucket: Sendable {
    /// The longest pause that is asked for: without any rate a token never comes.
    private static let maxPause = Duration.seconds(3600)

    private var tokens: Double
    private var filledAt: Duration

    /// A full bucket.
    init(_ rate: TokenRate, at uptime: Duration) {
        tokens = rate.burst
        filledAt = uptime
    }

    /// Takes a token. Returns nil if there was one, else after how long there will be one.
    mutating func take(_ rate: TokenRate, at uptime: Duration) -> Duration? {
        if let pause = pause(rate, at: uptime) { return pause }
        tokens -= 1
        return nil
    }

    /// After how long there will be a token; nil if there is one.
    mutating func pause(_ rate: TokenRate, at uptime: Duration) -> Duration? {
        // Threads read the clock before they come here, so the time may be a little earlier than the last one.
        let now = max(uptime, filledAt)
        tokens = min(rate.burst, tokens + (now - filledAt) / .seconds(1) * rate.perSecond)
        filledAt = now
        guard tokens < 1 else { return nil }
        guard rate.perSecond > 0 else { return Self.maxPause }
        return min(Self.maxPause, .seconds((1 - tokens) / rate.perSecond))
    }
}

/// A bucket of tokens for each key, up to a number of keys. With more keys the buckets that were not used for longest are dropped, and
/// are full if they are needed again.
package struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private let generationSize: Int
    // Keys that were used are in `recent`. When that is full it becomes `older`, and what was there is dropped.
    private var recent: [Key: TokenBucket] = [:]
    private var older: [Key: TokenBucket] = [:]

    /// - Parameter capacity: Most buckets at a time.
    package init(capacity: Int = 65_536) {
        generationSize = max(1, capacity / 2)
    }

    /// How many buckets there are.
    var count: Int { recent.count + older.count }

    /// Takes a token of a key, whose bucket has a rate. Returns nil if there was one, else after how long there will be one.
    package mutating func take(_ key: Key, _ rate: TokenRate, at uptime: Duration) -> Duration? {
        // In place, with one look-up: most keys were used a short time ago.
        if let index = recent.index(forKey: key) { return recent.values[index].take(rate, at: uptime) }
        var bucket = older.removeValue(forKey: key) ?? TokenBucket(rate, at: uptime)
        let pause = bucket.take(rate, at: uptime)
        if recent.count >= generationSize {
            older = recent
            recent = [:]
        }
        recent[key] = bucket
        return pause
    }

    /// After how long a key has a token; nil if it has one. Takes none.
    package func pause(_ key: Key, _ rate: TokenRate, at uptime: Duration) -> Duration? {
        var bucket = recent[key] ?? older[key]
        return bucket?.pause(rate, at: uptime)
    }
}
