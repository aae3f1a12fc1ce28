/// The history of all channels, in memory, bounded per channel and as a whole.
struct HistoryStore: Sendable {
    private struct Channel {
        var messages: [StoredMessage] = []
        var start = 0
        var bytes = 0
    }

    private let messagesPerChannel: Int
    private let bytes: Int
    private var channels: [Topic: Channel] = [:]
    private var recency = RecencyList<Topic>()
    private(set) var usedBytes = 0

    init(messagesPerChannel: Int, bytes: Int) {
        self.messagesPerChannel = messagesPerChannel
        self.bytes = bytes
    }

    var channelCount: Int { channels.count }

    /// Appends a message whose timetoken is above all others of its channel.
    mutating func append(_ message: StoredMessage, to topic: Topic) {
        var channel = channels.removeValue(forKey: topic) ?? Channel()
        if channel.bytes == 0 { account(Self.overhead, to: &channel) }
        channel.messages.append(message)
        account(Self.size(of: message), to: &channel)
        while channel.messages.count - channel.start > messagesPerChannel {
            account(-Self.size(of: channel.messages[channel.start]), to: &channel)
            channel.start += 1
        }
        if channel.start > messagesPerChannel {
            channel.messages.removeFirst(channel.start)
            channel.start = 0
        }
        channels[topic] = channel
        recency.touch(topic)
        while usedBytes > bytes, channels.count > 1, let unused = recency.longestUnused {
            usedBytes -= channels.removeValue(forKey: unused)?.bytes ?? 0
            recency.remove(unused)
        }
    }

    /// A page of a channel's messages in order of time, without those that are gone by `date`.
    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        guard let channel = channels[topic] else { return [] }
        let messages = channel.messages
        let low = Self.firstIndex(above: range.after, in: messages, from: channel.start)
        let high = Self.firstIndex(above: range.through, in: messages, from: channel.start)
        var page: [StoredMessage] = []
        for offset in 0..<max(0, high - low) where page.count < range.limit {
            let message = messages[range.oldestFirst ? low + offset : high - 1 - offset]
            if let expiry = message.expiry, expiry <= date { continue }
            page.append(message)
        }
        return range.oldestFirst ? page : page.reversed()
    }

    /// How many messages a channel has after a timetoken, without those that are gone by `date`, up to `limit`.
    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) -> MessageCount {
        guard let channel = channels[topic] else { return MessageCount() }
        var found = MessageCount()
        let first = Self.firstIndex(above: timetoken, in: channel.messages, from: channel.start)
        for message in channel.messages[first...] where message.expiry.map({ $0 > date }) ?? true {
            guard found.count < limit else {
                found.isMore = true
                break
            }
            found.count += 1
            found.last = message.timetoken
        }
        return found
    }

    /// Removes a channel's messages of a range and ignores the range's limit.
    mutating func remove(_ range: HistoryRange, of topic: Topic) {
        guard var channel = channels.removeValue(forKey: topic) else { return }
        let low = Self.firstIndex(above: range.after, in: channel.messages, from: channel.start)
        let high = Self.firstIndex(above: range.through, in: channel.messages, from: channel.start)
        if low < high {
            account(-channel.messages[low..<high].reduce(0) { $0 + Self.size(of: $1) }, to: &channel)
            channel.messages.removeSubrange(low..<high)
        }
        if channel.messages.count > channel.start {
            channels[topic] = channel
        } else {
            usedBytes -= channel.bytes
            recency.remove(topic)
        }
    }

    private mutating func account(_ size: Int, to channel: inout Channel) {
        channel.bytes += size
        usedBytes += size
    }

    /// The memory that a channel takes without its messages, in bytes.
    private static let overhead = 512

    private static func size(of message: StoredMessage) -> Int {
        message.payload.count + (message.metadata?.count ?? 0) + (message.customType?.utf8.count ?? 0) + 160
    }

    private static func firstIndex(above timetoken: UInt64, in messages: [StoredMessage], from start: Int) -> Int {
        var low = start
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].timetoken <= timetoken { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Which messages of a channel a page of history holds.
struct HistoryRange: Sendable, Equatable {
    /// Only messages above this timetoken.
    var after: UInt64 = 0
    /// Only messages up to and including this timetoken.
    var through: UInt64 = .max
    /// Which end to count from. The page itself is always in order of time.
    var oldestFirst = false
    /// Messages at most.
    var limit = 100

    /// `start` is exclusive, `end` inclusive, whichever of the two is earlier.
    ///
    /// - Parameters:
    ///   - start: Where the range begins; nil for no bound.
    ///   - end: Where the range ends; nil for no bound.
    ///   - reverse: Whether a page is filled from the oldest message of the range on, and not from the newest back. nil if the
    ///     client does not say: pages are then filled from `start` towards `end`, and from the newest back without both.
    ///   - limit: Messages at most.
    init(start: UInt64? = nil, end: UInt64? = nil, reverse: Bool? = false, limit: Int = 100) {
        self.limit = limit
        let forward: Bool
        if let start, let end, start != end { forward = start < end } else { forward = reverse ?? false }
        oldestFirst = reverse ?? forward
        if forward {
            after = start ?? 0
            through = end ?? .max
        } else {
            through = start.map { $0 == 0 ? 0 : $0 - 1 } ?? .max
            after = end.map { $0 == 0 ? 0 : $0 - 1 } ?? 0
        }
    }
}

/// How many messages there are on a channel after a timetoken.
struct MessageCount: Sendable, Equatable {
    var count = 0
    /// The timetoken of the last message counted; nil if the count is 0.
    var last: UInt64?
    /// Whether there are more that were not counted.
    var isMore = false
}

/// A channel, and the timetoken after which its messages are to be counted.
struct MessageCountRequest: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
}
