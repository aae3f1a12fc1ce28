/// The catch-up buffers of all channels, bounded in number and in bytes.
struct ChannelBuffers: Sendable {
    let messagesPerChannel: Int
    let channels: Int
    let bytes: Int
    private var buffers: [Topic: ChannelBuffer] = [:]
    private var recency = RecencyList<Topic>()
    private var covered: [Topic: Set<Topic>] = [:]
    /// The highest timetoken ever appended: a subscriber that has seen it has seen everything.
    private(set) var latest: UInt64 = 0
    private(set) var usedBytes = 0

    init(messagesPerChannel: Int, channels: Int, bytes: Int = .max) {
        self.messagesPerChannel = messagesPerChannel
        self.channels = channels
        self.bytes = bytes
    }

    var count: Int { buffers.count }

    /// Appends a message whose timetoken is above all earlier ones, dropping the longest unused channel if need be.
    mutating func append(_ message: ChannelMessage) {
        let topic = message.topic
        var buffer = buffers.removeValue(forKey: topic) ?? startBuffer(topic)
        usedBytes -= buffer.bytes
        buffer.append(message, limit: messagesPerChannel)
        usedBytes += buffer.bytes
        buffers[topic] = buffer
        latest = max(latest, message.timetoken)
        recency.touch(topic)
        while buffers.count > channels || usedBytes > bytes && buffers.count > 1, let unused = recency.longestUnused {
            drop(unused)
        }
    }

    /// The buffered messages of one channel after a timetoken, oldest first.
    func messages(of topic: Topic, after timetoken: UInt64) -> ArraySlice<ChannelMessage> {
        buffers[topic]?.messages(after: timetoken) ?? []
    }

    /// The buffered channels that a pattern such as `a.*`, or `a.*-pnpres`, covers.
    func topics(coveredBy pattern: Topic) -> Set<Topic> { covered[pattern] ?? [] }

    private static func patterns(covering topic: Topic) -> [Topic] {
        let suffix = ChannelName.isPresence(topic.name) ? ChannelName.presenceSuffix : ""
        return ChannelName.patterns(covering: ChannelName.base(topic.name))
            .map { Topic(keyset: topic.keyset, name: $0 + suffix) }
    }

    /// The memory that a channel takes without its messages, in bytes.
    private static func overhead(patterns: Int) -> Int { 512 + 256 * patterns }

    private mutating func startBuffer(_ topic: Topic) -> ChannelBuffer {
        let patterns = Self.patterns(covering: topic)
        for pattern in patterns { covered[pattern, default: []].insert(topic) }
        usedBytes += Self.overhead(patterns: patterns.count)
        return ChannelBuffer()
    }

    private mutating func drop(_ topic: Topic) {
        let patterns = Self.patterns(covering: topic)
        usedBytes -= (buffers.removeValue(forKey: topic)?.bytes ?? 0) + Self.overhead(patterns: patterns.count)
        recency.remove(topic)
        for pattern in patterns {
            covered[pattern]?.remove(topic)
            if covered[pattern]?.isEmpty == true { covered[pattern] = nil }
        }
    }
}

/// The newest messages of one channel, oldest first.
struct ChannelBuffer: Sendable {
    private var messages: [ChannelMessage] = []
    private var start = 0
    /// The size of the buffer in bytes, including messages that are to be dropped.
    private(set) var bytes = 0

    var latest: UInt64 { messages.last?.timetoken ?? 0 }
    var count: Int { messages.count - start }

    /// Appends a message whose timetoken is above all others, keeping at most `limit`.
    mutating func append(_ message: ChannelMessage, limit: Int) {
        messages.append(message)
        bytes += Self.size(of: message)
        if count > limit { start += 1 }
        // Moving the rest down once per `limit` appends keeps the cost of one append constant.
        if start > limit {
            bytes -= messages[..<start].reduce(0) { $0 + Self.size(of: $1) }
            messages.removeFirst(start)
            start = 0
        }
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
