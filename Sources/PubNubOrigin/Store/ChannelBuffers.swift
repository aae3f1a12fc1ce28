/// The catch-up buffers of all channels, bounded in number.
struct ChannelBuffers: Sendable {
    let messagesPerChannel: Int
    let channels: Int
    private var buffers: [Topic: ChannelBuffer] = [:]
    private var recency = RecencyList<Topic>()
    private var covered: [Topic: Set<Topic>] = [:]
    /// The highest timetoken ever appended: a subscriber that has seen it has seen everything.
    private(set) var latest: UInt64 = 0

    init(messagesPerChannel: Int, channels: Int) {
        self.messagesPerChannel = messagesPerChannel
        self.channels = channels
    }

    var count: Int { buffers.count }

    /// Appends a message whose timetoken is above all earlier ones, dropping the longest unused channel if need be.
    mutating func append(_ message: ChannelMessage) {
        let topic = message.topic
        if buffers[topic] == nil { index(topic) }
        buffers[topic, default: ChannelBuffer()].append(message, limit: messagesPerChannel)
        latest = max(latest, message.timetoken)
        recency.touch(topic)
        while buffers.count > channels, let unused = recency.longestUnused { drop(unused) }
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

    private mutating func index(_ topic: Topic) {
        for pattern in Self.patterns(covering: topic) { covered[pattern, default: []].insert(topic) }
    }

    private mutating func drop(_ topic: Topic) {
        buffers[topic] = nil
        recency.remove(topic)
        for pattern in Self.patterns(covering: topic) {
            covered[pattern]?.remove(topic)
            if covered[pattern]?.isEmpty == true { covered[pattern] = nil }
        }
    }
}
