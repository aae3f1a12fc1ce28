/// The actions on the messages of all channels.
package struct ActionStore: Sendable {
    private struct Channel {
        /// In the order of their timetokens.
        var actions: [StoredAction] = []
        var byMessage: [UInt64: [StoredAction]] = [:]
    }

    private var channels: [Topic: Channel] = [:]
    private(set) var count = 0
    private(set) var bytes = 0
    private var counts = KeysetCounts()
    private var sizes = KeysetCounts()

    /// How many actions a keyset has.
    package func count(keyset: String) -> Int { counts[keyset] }

    /// About how much memory the actions of a keyset take, in bytes.
    func bytes(keyset: String) -> Int { sizes[keyset] }

    /// The actions of a channel by the timetokens of their messages.
    func byMessage(on topic: Topic) -> [UInt64: [StoredAction]] { channels[topic]?.byMessage ?? [:] }

    /// An action of a message, by its own timetoken.
    func action(_ timetoken: UInt64, of message: UInt64, on topic: Topic) -> StoredAction? {
        channels[topic]?.byMessage[message]?.first { $0.timetoken == timetoken }
    }

    /// A page of a channel's actions in order of time, and whether the range holds more.
    func page(_ range: HistoryRange, on topic: Topic) -> (actions: [StoredAction], isMore: Bool) {
        guard let actions = channels[topic]?.actions else { return ([], false) }
        let low = Self.firstIndex(above: range.after, in: actions)
        let high = Self.firstIndex(above: range.through, in: actions)
        guard low < high else { return ([], false) }
        let found = actions[low..<high]
        let page = range.oldestFirst ? found.prefix(range.limit) : found.suffix(range.limit)
        return (Array(page), page.count < found.count)
    }

    mutating func apply(_ change: ActionChange) {
        var channel = channels.removeValue(forKey: change.topic) ?? Channel()
        switch change.kind {
        case .add(let action):
            channel.actions.insert(action, at: Self.firstIndex(above: action.timetoken, in: channel.actions))
            channel.byMessage[action.message, default: []].append(action)
            count += 1
            bytes += action.bytes
            counts.add(1, to: change.topic.keyset)
            sizes.add(action.bytes, to: change.topic.keyset)
        case .remove(let timetoken):
            let index = Self.firstIndex(above: timetoken, in: channel.actions) - 1
            if index >= 0, channel.actions[index].timetoken == timetoken {
                let action = channel.actions.remove(at: index)
                channel.byMessage[action.message]?.removeAll { $0.timetoken == timetoken }
                if channel.byMessage[action.message]?.isEmpty == true { channel.byMessage[action.message] = nil }
                count -= 1
                bytes -= action.bytes
                counts.add(-1, to: change.topic.keyset)
                sizes.add(-action.bytes, to: change.topic.keyset)
            }
        }
        if !channel.actions.isEmpty { channels[change.topic] = channel }
    }

    /// Whether there are actions on messages of a channel.
    func hasActions(on messages: EndedMessages) -> Bool {
        guard let byMessage = channels[messages.topic]?.byMessage else { return false }
        if messages.through - messages.after == 1 { return byMessage[messages.through] != nil }
        return byMessage.keys.contains { $0 > messages.after && $0 <= messages.through }
    }

    /// Removes the actions on the messages of a range, whose limit is ignored.
    mutating func remove(ofMessagesIn range: HistoryRange, on topic: Topic) {
        guard range.after < range.through, var channel = channels.removeValue(forKey: topic) else { return }
        defer { if !channel.actions.isEmpty { channels[topic] = channel } }
        func isRemoved(_ message: UInt64) -> Bool { message > range.after && message <= range.through }
        // Most removals are of one message.
        let isSingle = range.through - range.after == 1
        let messages = isSingle ? [range.through] : channel.byMessage.keys.filter(isRemoved)
        let removed = messages.flatMap { channel.byMessage.removeValue(forKey: $0) ?? [] }
        guard !removed.isEmpty else { return }
        channel.actions.removeAll { isRemoved($0.message) }
        let size = removed.reduce(0) { $0 + $1.bytes }
        count -= removed.count
        bytes -= size
        counts.add(-removed.count, to: topic.keyset)
        sizes.add(-size, to: topic.keyset)
    }

    private static func firstIndex(above timetoken: UInt64, in actions: [StoredAction]) -> Int {
        var (low, high) = (0, actions.count)
        while low < high {
            let middle = (low + high) / 2
            if actions[middle].timetoken <= timetoken { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// An action that a client added to a message, in its stored form.
package struct StoredAction: Sendable, Equatable {
    /// Its own timetoken, by which it is named.
    package let timetoken: UInt64
    /// The timetoken of its message, which need not be stored.
    package let message: UInt64
    package let type: String
    package let value: String
    /// The identifier of the client that added it.
    package let publisher: String

    package init(timetoken: UInt64, message: UInt64, type: String, value: String, publisher: String) {
        self.timetoken = timetoken
        self.message = message
        self.type = type
        self.value = value
        self.publisher = publisher
    }

    /// The bytes of its type, its value and its client.
    var textBytes: Int { type.utf8.count + value.utf8.count + publisher.utf8.count }
    /// About the memory it takes, in bytes.
    var bytes: Int { textBytes + 256 }
}

/// A change of the actions on the messages of a channel.
package struct ActionChange: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case add(StoredAction)
        /// The action is named by its own timetoken.
        case remove(UInt64)
    }

    package let topic: Topic
    package let kind: Kind

    package init(topic: Topic, kind: Kind) {
        self.topic = topic
        self.kind = kind
    }
}
