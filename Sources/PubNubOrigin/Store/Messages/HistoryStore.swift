import PubNubWire

/// The history of all channels, in memory, bounded per channel and as a whole. If it is full, a keyset that uses more than its share
/// loses its own longest unused channel, so that one keyset does not empty the history of another.
package struct HistoryStore: Sendable {
    private struct Channel {
        var messages: [StoredMessage] = []
        var start = 0
        var bytes = 0
        /// The memory that it takes without its messages, in bytes.
        let overhead: Int
        /// The timetoken of the newest message that was dropped; 0 if none was since the last call of ``takeEnded(date:includingDropped:)``.
        var dropped: UInt64 = 0
        /// The channel's place among those of its keyset; nil before it was added to them.
        var position: RecencyPosition?

        init(_ name: String) {
            overhead = 512 + 256 * ChannelName.patterns(covering: name).count
        }

        /// Appends a message and drops the oldest beyond `limit`.
        mutating func append(_ message: StoredMessage, limit: Int) -> Growth {
            var growth = Growth(position: position)
            if bytes == 0 { growth.bytes = overhead }
            messages.append(message)
            growth.add(message)
            while messages.count - start > limit {
                growth.remove(messages[start])
                if dropped == 0 { growth.isFirstDrop = true }
                dropped = messages[start].timetoken
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

    /// By how much a channel or a keyset has grown; negative if it has shrunk.
    private struct Growth {
        var bytes = 0
        var contentBytes = 0
        var channels = 0
        /// Whether the channel has dropped a message, and none before since its drops were last looked at.
        var isFirstDrop = false
        /// The place of the channel, or of the keyset, that has grown; nil if it is new.
        var position: RecencyPosition?

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
        var channels: [NameKey: Channel] = [:]
        var recency = RecencyList<NameKey>()
        /// The channels by the patterns that cover them.
        var covered: [NameKey: Set<NameKey>] = [:]
        /// The size of its channels in bytes, messages and all.
        var bytes = 0
        /// The size of the payloads and metadata in bytes.
        var contentBytes = 0
        /// The keyset's place among the others; nil before it was added to them.
        var position: RecencyPosition?

        /// Appends a message to a channel, which is added when it is new.
        mutating func append(_ message: StoredMessage, to name: NameKey, limit: Int) -> Growth {
            var growth = channels[name, default: Channel(name.text)].append(message, limit: limit)
            bytes += growth.bytes
            contentBytes += growth.contentBytes
            if let position = growth.position {
                recency.touch(position)
            } else {
                channels[name]?.position = recency.add(name)
                growth.channels = 1
                for pattern in ChannelName.patterns(covering: name.text) { covered[pattern, default: []].insert(name) }
            }
            growth.position = position
            return growth
        }

        /// Takes a channel that was removed out of the sums.
        mutating func forget(_ channel: Channel, _ name: NameKey) {
            if let position = channel.position { recency.remove(position) }
            for pattern in ChannelName.patterns(covering: name.text) {
                covered[pattern]?.remove(name)
                if covered[pattern]?.isEmpty == true { covered[pattern] = nil }
            }
            bytes -= channel.bytes
            contentBytes -= channel.messages[channel.start...].reduce(0) { $0 + $1.contentBytes }
        }
    }

    private let messagesPerChannel: Int
    private let bytes: Int
    private var keysets: [NameKey: Keyset] = [:]
    private var recency = RecencyList<NameKey>()
    private(set) var usedBytes = 0
    private(set) var channelCount = 0
    /// The channels that have dropped messages since the last call of ``takeEnded(date:includingDropped:)``.
    private var crowded: [(keyset: NameKey, name: NameKey)] = []
    /// The channels that were dropped as a whole since the last call of ``takeEnded(date:includingDropped:)``.
    private var droppedChannels: [EndedMessages] = []
    /// The messages with a time to live, in the order of their arrival.
    private var expiring: [(messages: EndedMessages, expiry: UInt64)] = []

    init(messagesPerChannel: Int, bytes: Int) {
        self.messagesPerChannel = messagesPerChannel
        self.bytes = bytes
    }

    /// The size of a keyset's payloads and metadata in bytes.
    func contentBytes(keyset: String) -> Int { keysets[keyset]?.contentBytes ?? 0 }

    /// Appends a message whose timetoken is above all others of its channel.
    mutating func append(_ message: StoredMessage, to topic: Topic) {
        let keyset = NameKey(topic.keyset)
        let growth = keysets[keyset, default: Keyset()]
            .append(message, to: NameKey(topic.name), limit: messagesPerChannel)
        usedBytes += growth.bytes
        channelCount += growth.channels
        noteEnd(of: message, topic, isFirstDrop: growth.isFirstDrop)
        if let position = growth.position {
            recency.touch(position)
        } else {
            keysets[keyset]?.position = recency.add(keyset)
        }
        // The last channel stays, however large: the message that was just added has to be there for its subscribers.
        while usedBytes > bytes, channelCount > 1, let crowded = keysetToShrink(for: topic.keyset) {
            guard let unused = keysets[crowded]?.recency.leastRecentlyUsed,
                let channel = keysets[crowded]?.channels.removeValue(forKey: unused)
            else { return }
            if droppedChannels.count < Self.maxDropped, let last = channel.messages.last {
                let topic = Topic(keyset: crowded.text, name: unused.text)
                droppedChannels.append(EndedMessages(topic: topic, through: last.timetoken))
            }
            forget(channel, unused, of: crowded)
        }
    }

    /// Notes when a message ends, and that its channel has begun to drop messages.
    private mutating func noteEnd(of message: StoredMessage, _ topic: Topic, isFirstDrop: Bool) {
        if isFirstDrop {
            let (keyset, name) = (NameKey(topic.keyset), NameKey(topic.name))
            if crowded.count < Self.maxDropped {
                crowded.append((keyset, name))
            } else {
                // The next message that it drops is the first one again.
                keysets[keyset]?.channels[name]?.dropped = 0
            }
        }
        guard let expiry = message.expiry else { return }
        // Those that are forgotten end when they are dropped.
        if expiring.count >= Self.maxExpiring { expiring.removeFirst(Self.maxExpiring / 2) }
        let messages = EndedMessages(topic: topic, after: message.timetoken - 1, through: message.timetoken)
        expiring.append((messages, expiry))
    }

    /// More dropped channels are not noted: their actions stay.
    private static let maxDropped = 10_000
    /// More messages with a time to live are not noted.
    private static let maxExpiring = 100_000

    /// The messages that were dropped since the last call, or whose time to live is over.
    ///
    /// - Parameters:
    ///   - date: The date, in the units of timetokens.
    ///   - includingDropped: Whether those are among them that were dropped.
    /// - Returns: The messages.
    mutating func takeEnded(date: UInt64, includingDropped: Bool) -> [EndedMessages] {
        var ended = expiring.filter { $0.expiry <= date }.map(\.messages)
        if !ended.isEmpty { expiring.removeAll { $0.expiry <= date } }
        let (dropped, noted) = (droppedChannels, crowded)
        droppedChannels = []
        crowded = []
        guard includingDropped else { return ended }
        ended += dropped
        for (keyset, name) in noted {
            guard let last = keysets[keyset]?.channels[name]?.dropped, last > 0 else { continue }
            keysets[keyset]?.channels[name]?.dropped = 0
            ended.append(EndedMessages(topic: Topic(keyset: keyset.text, name: name.text), through: last))
        }
        return ended
    }

    /// A keyset that uses more than its share: the one that a message is for, or else the longest unused.
    private func keysetToShrink(for keyset: String) -> NameKey? {
        let share = bytes / max(keysets.count, 1)
        if let used = keysets[keyset], used.channels.count > 1, used.bytes > share { return NameKey(keyset) }
        let crowded = recency.firstUnused(among: Self.maxCompared) { (keysets[$0]?.bytes ?? .max) > share }
        return crowded ?? recency.leastRecentlyUsed
    }

    /// How many keysets are compared with their share. More than these there are only if clients can name any.
    private static let maxCompared = 256

    /// Takes a channel that was removed out of the sums, and the keyset if it was the last one.
    private mutating func forget(_ channel: Channel, _ name: NameKey, of keyset: NameKey) {
        usedBytes -= channel.bytes
        channelCount -= 1
        keysets[keyset]?.forget(channel, name)
        guard keysets[keyset]?.channels.isEmpty == true else { return }
        if let position = keysets.removeValue(forKey: keyset)?.position { recency.remove(position) }
    }

    private func channel(_ topic: Topic) -> Channel? { keysets[topic.keyset]?.channels[topic.name] }

    /// A page of a channel's messages in order of time, without those that are gone by `date`.
    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        guard let channel = self.channel(topic) else { return [] }
        let messages = channel.messages
        // Both bounds by "above": the range excludes `after` and includes `through`, however a client wrote it.
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
        guard let channel = self.channel(topic) else { return MessageCount() }
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
        guard let channel = self.channel(topic) else { return [] }
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
        guard var channel = keysets[topic.keyset]?.channels.removeValue(forKey: topic.name) else { return }
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
            keysets[topic.keyset]?.channels[topic.name] = channel
        } else {
            forget(channel, NameKey(topic.name), of: NameKey(topic.keyset))
        }
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
package struct HistoryRange: Sendable, Equatable {
    /// Only messages above this timetoken.
    package var after: UInt64 = 0
    /// Only messages up to and including this timetoken.
    package var through: UInt64 = .max
    /// Which end to count from. The page itself is always in order of time.
    package var oldestFirst = false
    /// Messages at most.
    package var limit = 100

    /// `start` is exclusive, `end` inclusive, whichever of the two is earlier.
    ///
    /// - Parameters:
    ///   - start: Where the range begins; nil for no bound.
    ///   - end: Where the range ends; nil for no bound.
    ///   - reverse: Whether a page is filled from the oldest message of the range on, and not from the newest back. nil if the
    ///     client does not say: pages are then filled from `start` towards `end`, and from the newest back without both.
    ///   - limit: Messages at most.
    package init(start: UInt64? = nil, end: UInt64? = nil, reverse: Bool? = false, limit: Int = 100) {
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
package struct MessageCount: Sendable, Equatable {
    package var count = 0
    /// The timetoken of the last message counted; nil if the count is 0.
    package var last: UInt64?
    /// Whether there are more that were not counted.
    package var isMore = false

    package init(count: Int = 0, last: UInt64? = nil, isMore: Bool = false) {
        self.count = count
        self.last = last
        self.isMore = isMore
    }
}

/// A channel, and the timetoken after which its messages are to be counted.
struct MessageCountRequest: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
}
