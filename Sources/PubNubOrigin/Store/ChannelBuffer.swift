/// The newest messages of one channel, oldest first.
struct ChannelBuffer: Sendable {
    private var messages: [ChannelMessage] = []
    private var start = 0
    /// What the buffer holds, messages that are to be let go of included.
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
