import PubNubOrigin

/// The changes of stored messages that wait to be written. Reads add them to what the tables have while writes fail, so that they need not wait for
/// the next attempt, and have everything that was acknowledged.
struct PendingChanges: Sendable {
    /// The changes of one channel.
    struct Channel: Sendable {
        /// Messages that the tables lack, in order of time. They are newer than those of the tables.
        fileprivate(set) var messages: [StoredMessage] = []
        /// The ranges that wait to be removed from the tables.
        fileprivate(set) var removals: [HistoryRange] = []

        /// The parts of a range that are not to be removed, in order of time.
        func segments(of range: HistoryRange) -> [HistoryRange] {
            removals.reduce([range]) { segments, removal in segments.flatMap { Self.cut(removal, out: $0) } }
        }

        private static func cut(_ removal: HistoryRange, out segment: HistoryRange) -> [HistoryRange] {
            guard removal.after < segment.through, segment.after < removal.through else { return [segment] }
            var (before, behind) = (segment, segment)
            before.through = min(segment.through, removal.after)
            behind.after = max(segment.after, removal.through)
            return [before, behind].filter { $0.after < $0.through }
        }

        fileprivate mutating func add(_ change: Change) {
            switch change {
            case .message(let message):
                messages.append(message)
            case .removal(let range):
                // As in the tables, events that are stored only for subscribers that catch up stay.
                messages.removeAll { !$0.isTransient && range.after < $0.timetoken && $0.timetoken <= range.through }
                removals.append(range)
            }
        }
    }

    fileprivate enum Change: Sendable {
        case message(StoredMessage)
        case removal(HistoryRange)
    }

    private struct Entry: Sendable {
        let position: LogPosition
        let change: Change
    }

    /// The changes of some positions in a row.
    private struct Block: Sendable {
        var topics: [Topic: [Entry]] = [:]
        var count = 0

        /// Appends the changes of the positions that follow.
        mutating func append(_ next: Block) {
            for (topic, entries) in next.topics { topics[topic, default: []] += entries }
            count += next.count
        }
    }

    /// The changes in their order. Each block has at least twice as many as the next one: while a read uses a copy of them, a new change then costs
    /// about as much as the logarithm of their number, and not a copy of all.
    private var blocks: [Block] = []

    /// Takes in the changes of a position of the log, which is above all others.
    mutating func add(_ changes: [ArchiveChange], at position: LogPosition) {
        var block = Block()
        for change in changes {
            switch change {
            case .message(let message):
                let entry = Entry(position: position, change: .message(message.message))
                block.topics[message.topic, default: []].append(entry)
            case .removal(let range, let topic):
                block.topics[topic, default: []].append(Entry(position: position, change: .removal(range)))
            case .groups, .push, .access, .revocation, .object, .action, .presence:
                continue
            }
            block.count += 1
        }
        guard block.count > 0 else { return }
        // The count only: with a second reference to the block, appending to it would copy it.
        while let count = blocks.last?.count, count < 2 * block.count {
            var joined = blocks.removeLast()
            joined.append(block)
            block = joined
        }
        blocks.append(block)
    }

    /// The changes of a channel above a position; nil without any.
    func channel(_ topic: Topic, above applied: LogPosition) -> Channel? {
        var channel = Channel()
        for block in blocks {
            for entry in block.topics[topic] ?? [] where entry.position > applied { channel.add(entry.change) }
        }
        return channel.messages.isEmpty && channel.removals.isEmpty ? nil : channel
    }

    /// The messages for subscribers of a channel, or of a pattern such as `a.*`, above a position.
    func messages(of topic: Topic, above applied: LogPosition) -> [TopicMessage] {
        covered(by: topic).flatMap { topic in
            (channel(topic, above: applied)?.messages ?? []).map { TopicMessage(message: $0, topic: topic) }
        }
    }

    private func covered(by topic: Topic) -> Set<Topic> {
        guard ChannelName.isWildcard(topic.name) else { return [topic] }
        let prefix = Array(ChannelName.base(topic.name).utf8.dropLast())
        let isPresence = ChannelName.isPresence(topic.name)
        let topics = blocks.reduce(into: Set()) { $0.formUnion($1.topics.keys) }
        return topics.filter { candidate in
            Topic(keyset: candidate.keyset, name: "") == Topic(keyset: topic.keyset, name: "")
                && candidate.name.utf8.starts(with: prefix) && candidate.name.utf8.count > prefix.count
                && ChannelName.isPresence(candidate.name) == isPresence
        }
    }
}
