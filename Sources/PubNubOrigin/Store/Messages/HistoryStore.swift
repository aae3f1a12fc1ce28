import PubNubWire

/// The history of all channels, in memory, bounded per channel and as a whole. If it is full, a keyset that uses more than its share
/// loses its own longest unused channel, so that one keyset does not empty the history of another.
struct HistoryStore: Sendable {
    private struct Channel {
        var messages: [StoredMessage] = []
        var start = 0
        var bytes = 0
        /// The memory that it takes without its messages, in bytes.
        let overhead: Int

        /// Appends a message and drops the oldest beyond `limit`.
        mutating func append(_ message: StoredMessage, limit: Int) -> Growth {
            var growth = Growth()
            if bytes == 0 { growth.bytes = overhead }
            messages.append(message)
            growth.add(message)
            while messages.count - start > limit {
                growth.remove(messages[start])
                start += 1
            }
            if start > limit {
                messages.removeFirst(start)
                start = 0
            }
            bytes += growth.bytes
            return growth
        }
    }

    /// By how much a channel has grown; negative if it has shrunk.
    private struct Growth {
        var bytes = 0
        var contentBytes = 0

        mutating func add(_ message: StoredMessage) {
            bytes += HistoryStore.size(of: message)
            contentBytes += message.contentBytes
        }

        mutating func remove(_ message: StoredMessage) {
            bytes -= HistoryStore.size(of: message)
            contentBytes -= message.contentBytes
        }
    }

    /// What one keyset has.
    private struct Keyset {
        var recency = RecencyList<NameKey>()
        /// The channels by the patterns that cover them.
        var covered: [NameKey: Set<NameKey>] = [:]
        /// The size of its channels in bytes, messages and all.
        var bytes = 0
        /// The size of the payloads and metadata in bytes.
        var contentBytes = 0

        mutating func grew(by growth: Growth, in channel: String) {
            bytes += growth.bytes
            contentBytes += growth.contentBytes
            recency.touch(NameKey(channel))
        }

        mutating func added(_ channel: String) {
            for pattern in ChannelName.patterns(covering: channel) { covered[pattern, default: []].insert(channel) }
        }

        mutating func removed(_ channel: String) {
            for pattern in ChannelName.patterns(covering: channel) {
                covered[pattern]?.remove(channel)
                if covered[pattern]?.isEmpty == true { covered[pattern] = nil }
            }
        }
    }

    private let messagesPerChannel: Int
    private let bytes: Int
    private var channels: [Topic: Channel] = [:]
    private var keysets: [NameKey: Keyset] = [:]
    private var recency = RecencyList<NameKey>()
    private(set) var usedBytes = 0

    init(messagesPerChannel: Int, bytes: Int) {
        self.messagesPerChannel = messagesPerChannel
        self.bytes = bytes
    }

    var channelCount: Int { channels.count }

    /// The size of a keyset's payloads and metadata in bytes.
    func contentBytes(keyset: String) -> Int { keysets[keyset]?.contentBytes ?? 0 }

    /// Appends a message whose timetoken is above all others of its channel.
    mutating func append(_ message: StoredMessage, to topic: Topic) {
        let countBefore = channels.count
        let growth = channels[topic, default: Channel(overhead: Self.overhead(of: topic.name))]
            .append(message, limit: messagesPerChannel)
        usedBytes += growth.bytes
        keysets[topic.keyset, default: Keyset()].grew(by: growth, in: topic.name)
        if channels.count > countBefore { keysets[topic.keyset]?.added(topic.name) }
        recency.touch(NameKey(topic.keyset))
        while usedBytes > bytes, channels.count > 1, let crowded = keysetToShrink(for: topic.keyset) {
            guard let unused = keysets[crowded]?.recency.longestUnused else { return }
            drop(Topic(keyset: crowded.text, name: unused.text))
        }
    }

    /// A keyset that uses more than its share: the one that a message is for, or else the longest unused.
    private func keysetToShrink(for keyset: String) -> NameKey? {
        let share = bytes / max(keysets.count, 1)
        if let used = keysets[keyset], used.recency.count > 1, used.bytes > share { return NameKey(keyset) }
        let crowded = recency.firstUnused(among: Self.mostCompared) { (keysets[$0]?.bytes ?? .max) > share }
        return crowded ?? recency.longestUnused
    }

    /// How many keysets are compared with their share. More than these there are only if clients can name any.
    private static let mostCompared = 256

    private mutating func drop(_ topic: Topic) {
        guard let channel = channels.removeValue(forKey: topic) else { return }
        forget(channel, of: topic)
    }

    /// Takes a channel that is gone out of the sums.
    private mutating func forget(_ channel: Channel, of topic: Topic) {
        usedBytes -= channel.bytes
        guard var keyset = keysets.removeValue(forKey: topic.keyset) else { return }
        keyset.recency.remove(NameKey(topic.name))
        keyset.removed(topic.name)
        keyset.bytes -= channel.bytes
        keyset.contentBytes -= channel.messages[channel.start...].reduce(0) { $0 + $1.contentBytes }
        guard keyset.recency.count > 0 else { return recency.remove(NameKey(topic.keyset)) }
        keysets[topic.keyset] = keyset
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

    /// The channels that a pattern such as `a.*` covers.
    func channels(coveredBy pattern: Topic) -> Set<NameKey> { keysets[pattern.keyset]?.covered[pattern.name] ?? [] }

    /// The oldest messages of a range for a subscriber of a channel, without those that are gone by `date`.
    func messages(_ range: CatchUpRange, of topic: Topic, date: UInt64) -> [TopicMessage] {
        guard let channel = channels[topic] else { return [] }
        var found: [TopicMessage] = []
        let first = Self.firstIndex(above: range.after, in: channel.messages, from: channel.start)
        for message in channel.messages[first...] {
            guard message.timetoken <= range.through, found.count < range.limit else { break }
            if message.isSilent { continue }
            if let expiry = message.expiry, expiry <= date { continue }
            found.append(TopicMessage(message: message, topic: topic))
        }
        return found
    }

    /// Removes a channel's messages of a range and ignores the range's limit.
    mutating func remove(_ range: HistoryRange, of topic: Topic) {
        guard var channel = channels.removeValue(forKey: topic) else { return }
        let low = Self.firstIndex(above: range.after, in: channel.messages, from: channel.start)
        let high = Self.firstIndex(above: range.through, in: channel.messages, from: channel.start)
        if low < high {
            var growth = Growth()
            for message in channel.messages[low..<high] { growth.remove(message) }
            channel.bytes += growth.bytes
            usedBytes += growth.bytes
            keysets[topic.keyset]?.bytes += growth.bytes
            keysets[topic.keyset]?.contentBytes += growth.contentBytes
            channel.messages.removeSubrange(low..<high)
        }
        if channel.messages.count > channel.start {
            channels[topic] = channel
        } else {
            forget(channel, of: topic)
        }
    }

    /// The memory that a channel takes without its messages, in bytes.
    private static func overhead(of channel: String) -> Int {
        512 + 256 * ChannelName.patterns(covering: channel).count
    }

    private static func size(of message: StoredMessage) -> Int {
        message.contentBytes + (message.customType?.utf8.count ?? 0) + 160
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
