package import PubNubWire

/// The catch-up buffers of all channels, bounded in number and in bytes.
///
/// A buffer is a cache of the archive and has the newest messages of its channel. It remembers up to which timetoken stored messages have
/// left it, so that a subscriber that is further behind is answered from the archive. The buffer of a whole channel may be dropped as well.
/// If they are full, a keyset that uses more than its share drops its own longest unused channel, so that one keyset does not empty
/// the buffers of another.
package struct ChannelBuffers: Sendable {
    /// The buffers of one keyset.
    private struct Keyset {
        var buffers: [NameKey: ChannelBuffer] = [:]
        var recency = RecencyList<NameKey>()
        /// The buffered channels by the patterns that cover them.
        var covered: [NameKey: Set<NameKey>] = [:]
        var bytes = 0
        /// The highest timetoken of a message that was dropped together with the buffer of its channel.
        var dropped: UInt64
        /// The keyset's place among the others; nil before it was added to them.
        var position: RecencyPosition?

        init(dropped: UInt64) {
            self.dropped = dropped
        }

        mutating func append(_ message: ChannelMessage, limit: Int, notesDropped: Bool) -> BufferGrowth {
            let name = NameKey(message.topic.name)
            var growth = buffers[name, default: ChannelBuffer(dropped: dropped)]
                .append(message, limit: limit, notesDropped: notesDropped)
            if let position = growth.position {
                recency.touch(position)
            } else {
                buffers[name]?.position = recency.add(name)
                let patterns = ChannelBuffers.patterns(covering: name.text)
                for pattern in patterns { covered[pattern, default: []].insert(name) }
                growth.bytes += ChannelBuffers.overhead(patterns: patterns.count)
                growth.channels = 1
            }
            bytes += growth.bytes
            growth.position = position
            return growth
        }
    }

    let messagesPerChannel: Int
    let channels: Int
    let bytes: Int
    /// Whether buffers remember which messages have left them; otherwise only messages of dropped channels are looked for in the archive.
    private let notesDropped: Bool
    private var keysets: [NameKey: Keyset] = [:]
    private var recency = RecencyList<NameKey>()
    /// The highest timetoken of all messages that a keyset without buffers may have had.
    private var omitted: UInt64 = 0
    /// The highest timetoken ever appended: a subscriber that has seen it has seen everything.
    private(set) var latest: UInt64 = 0
    private(set) var usedBytes = 0
    /// How many channels have a buffer.
    private(set) var count = 0
    /// The messages of all channels.
    private(set) var messageCount = 0
    /// How many messages were dropped because of a limit.
    private(set) var evictions: UInt64 = 0

    init(messagesPerChannel: Int, channels: Int, bytes: Int = .max, notesDropped: Bool = true) {
        self.messagesPerChannel = messagesPerChannel
        self.channels = channels
        self.bytes = bytes
        self.notesDropped = notesDropped
    }

    /// Notes that messages up to a timetoken are only in the archive.
    mutating func omit(through timetoken: UInt64) {
        omitted = max(omitted, timetoken)
        latest = max(latest, timetoken)
        for keyset in keysets.keys { keysets[keyset]?.dropped = omitted }
    }

    /// Appends a message whose timetoken is above all earlier ones, dropping unused channels if need be.
    mutating func append(_ message: ChannelMessage) {
        let topic = message.topic
        let keyset = NameKey(topic.keyset)
        // With a string as key, memory would be allocated for the default value of each call.
        let growth = keysets[keyset, default: Keyset(dropped: omitted)]
            .append(message, limit: messagesPerChannel, notesDropped: notesDropped)
        if let position = growth.position {
            recency.touch(position)
        } else {
            keysets[keyset]?.position = recency.add(keyset)
        }
        usedBytes += growth.bytes
        count += growth.channels
        messageCount += growth.messages
        if growth.messages == 0 { evictions &+= 1 }
        latest = max(latest, message.timetoken)
        while count > channels || usedBytes > bytes && count > 1 {
            guard let crowded = keysetToShrink(for: topic.keyset), dropLongestUnused(of: crowded) else { return }
        }
    }

    /// The buffered messages of one channel after a timetoken, oldest first.
    func messages(of topic: Topic, after timetoken: UInt64) -> ArraySlice<ChannelMessage> {
        keysets[topic.keyset]?.buffers[topic.name]?.messages(after: timetoken) ?? []
    }

    /// The keysets with a buffered channel, in no order.
    package var bufferedKeysets: [String] { keysets.keys.map(\.text) }

    /// The buffers of a keyset by channel, to read without the lock of the server.
    package func snapshot(keyset: String) -> [NameKey: ChannelBuffer] { keysets[keyset]?.buffers ?? [:] }

    /// Where an archive has to be searched for messages of a channel, or of a pattern, after a timetoken: the channels whose messages have left
    /// their buffers since then. If a whole channel of the keyset has lost its buffer since then, a pattern stands for all that it covers.
    func incomplete(_ topic: Topic, after timetoken: UInt64) -> [Topic] {
        guard let keyset = keysets[topic.keyset] else { return omitted > timetoken ? [topic] : [] }
        guard ChannelName.isWildcard(topic.name) else {
            return (keyset.buffers[topic.name]?.dropped ?? keyset.dropped) > timetoken ? [topic] : []
        }
        if keyset.dropped > timetoken { return [topic] }
        var found: [Topic] = []
        for name in keyset.covered[topic.name] ?? [] where (keyset.buffers[name]?.dropped ?? 0) > timetoken {
            found.append(Topic(keyset: topic.keyset, name: name.text))
        }
        return found
    }

    /// The buffered channels that a pattern such as `a.*`, or `a.*-pnpres`, covers.
    func topics(coveredBy pattern: Topic) -> Set<Topic> {
        let names = keysets[pattern.keyset]?.covered[pattern.name] ?? []
        return Set(names.map { Topic(keyset: pattern.keyset, name: $0.text) })
    }

    private static func patterns(covering name: String) -> [String] {
        let suffix = ChannelName.isPresence(name) ? ChannelName.presenceSuffix : ""
        return ChannelName.patterns(covering: ChannelName.base(name)).map { $0 + suffix }
    }

    /// The memory that a channel takes without its messages, in bytes.
    private static func overhead(patterns: Int) -> Int { 512 + 256 * patterns }

    /// A keyset that uses more than its share: the one that a message is for, or else the longest unused.
    private func keysetToShrink(for keyset: String) -> NameKey? {
        if let used = keysets[keyset], used.buffers.count > 1, isCrowded(used) { return NameKey(keyset) }
        let crowded = recency.firstUnused(among: Self.maxCompared) { keysets[$0].map(isCrowded) ?? true }
        return crowded ?? recency.leastRecentlyUsed
    }

    private func isCrowded(_ keyset: Keyset) -> Bool {
        let count = max(keysets.count, 1)
        return keyset.buffers.count > channels / count || keyset.bytes > bytes / count
    }

    /// How many keysets are compared with their share. More than these there are only if clients can name any.
    private static let maxCompared = 256

    /// Drops the buffer of the longest unused channel of a keyset. Returns false if the keyset has no buffer.
    private mutating func dropLongestUnused(of name: NameKey) -> Bool {
        guard let unused = keysets[name]?.recency.leastRecentlyUsed, var keyset = keysets.removeValue(forKey: name),
            let buffer = keyset.buffers.removeValue(forKey: unused)
        else { return false }
        let patterns = Self.patterns(covering: unused.text)
        let size = buffer.bytes + Self.overhead(patterns: patterns.count)
        keyset.dropped = max(keyset.dropped, buffer.latest, buffer.dropped)
        keyset.bytes -= size
        usedBytes -= size
        count -= 1
        messageCount -= buffer.count
        evictions &+= UInt64(buffer.count)
        if let position = buffer.position { keyset.recency.remove(position) }
        for pattern in patterns {
            keyset.covered[pattern]?.remove(unused)
            if keyset.covered[pattern]?.isEmpty == true { keyset.covered[pattern] = nil }
        }
        if keyset.buffers.isEmpty {
            if let position = keyset.position { recency.remove(position) }
            omitted = max(omitted, keyset.dropped)
        } else {
            keysets[name] = keyset
        }
        return true
    }
}

/// By how much buffers have grown.
struct BufferGrowth: Sendable, Equatable {
    var bytes = 0
    var channels = 0
    /// 0 if the message took the place of another.
    var messages = 0
    /// The place of the channel, or of the keyset, that has grown; nil if it is new.
    var position: RecencyPosition?
}

/// The newest messages of one channel, oldest first.
package struct ChannelBuffer: Sendable {
    private var messages: [ChannelMessage] = []
    private var start = 0
    /// The size of the buffer in bytes, including messages that are to be dropped.
    package private(set) var bytes = 0
    /// The highest timetoken that stored messages before the first of this buffer may have; 0 without such messages.
    private(set) var dropped: UInt64
    /// The channel's place among those of its keyset; nil before it was added to them.
    var position: RecencyPosition?

    /// An empty buffer of a channel that has had messages up to a timetoken, or none with 0.
    init(dropped: UInt64 = 0) {
        self.dropped = dropped
    }

    package var latest: UInt64 { messages.last?.timetoken ?? 0 }
    package var count: Int { messages.count - start }

    /// Appends a message whose timetoken is above all others, and drops the oldest beyond `limit`.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - limit: Messages at most.
    ///   - notesDropped: Whether ``dropped`` changes with a stored message that is dropped.
    /// - Returns: By how much the buffer has grown.
    @discardableResult
    mutating func append(_ message: ChannelMessage, limit: Int, notesDropped: Bool = true) -> BufferGrowth {
        let bytesBefore = bytes
        let countBefore = count
        messages.append(message)
        bytes += Self.size(of: message)
        if count > limit {
            if notesDropped, messages[start].isStored { dropped = messages[start].timetoken }
            start += 1
        }
        // Moving the rest down once per `limit` appends keeps the cost of one append constant.
        if start > limit {
            bytes -= messages[..<start].reduce(0) { $0 + Self.size(of: $1) }
            messages.removeFirst(start)
            start = 0
        }
        return BufferGrowth(bytes: bytes - bytesBefore, messages: count - countBefore, position: position)
    }

    private static func size(of message: ChannelMessage) -> Int { message.envelope.count + 160 }

    /// The messages after a timetoken, oldest first.
    func messages(after timetoken: UInt64) -> ArraySlice<ChannelMessage> {
        guard timetoken < latest else { return [] }
        var low = start
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].timetoken <= timetoken { low = middle + 1 } else { high = middle }
        }
        return messages[low...]
    }
}
