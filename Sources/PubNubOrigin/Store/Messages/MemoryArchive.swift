import PubNubSupport
import PubNubWire

/// Stored messages for as long as the process lives. The state itself is in memory as well, so nothing else needs storing.
package final class MemoryArchive: MessageArchive, ArchiveReader {
    package let storesAll = false
    private let endsDropped: Bool
    private let receiveEnd = Locked<(@Sendable ([EndedMessages]) -> Void)?>(nil)
    private let history: Locked<HistoryStore>

    /// - Parameters:
    ///   - limits: The limits of the server.
    ///   - endsDropped: Whether the actions on messages end that no longer fit. True by default. Another server of a cluster may store them.
    package init(limits: OriginLimits, endsDropped: Bool = true) {
        self.endsDropped = endsDropped
        history = Locked(
            HistoryStore(messagesPerChannel: limits.storedMessagesPerChannel, bytes: limits.storedBytes)
        )
    }

    package func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64) {
        guard !changes.isEmpty else { return }
        history.withLock { history in
            for change in changes { Self.write(change, &history) }
        }
    }

    private static func write(_ change: ArchiveChange, _ history: inout HistoryStore) {
        switch change {
        case .message(let message):
            if !message.message.isTransient { history.append(message.message, to: message.topic) }
        case .removal(let range, let topic):
            history.remove(range, of: topic)
        case .groups, .push, .access, .revocation, .object, .action, .presence:
            break
        }
    }

    package func setEndReceiver(_ receive: @escaping @Sendable ([EndedMessages]) -> Void) {
        receiveEnd.withLock { $0 = receive }
    }

    package func removeOld(at date: UInt64) {
        let ended = history.withLock { $0.takeEnded(date: date, includingDropped: endsDropped) }
        if !ended.isEmpty { receiveEnd.withLock { $0 }?(ended) }
    }

    package func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void) { body(self) }

    /// Nothing in memory fails to be read.
    package func readFailed(_ error: any Error) {}

    package func setKeysetRetention(_ retention: [String: MessageRetention]) {}

    package func setSettings(_ settings: AppliedSettings) {}

    package func storedBytes(keyset: String) -> Int { history.withLock { $0.contentBytes(keyset: keyset) } }

    package var health: ArchiveHealth { ArchiveHealth() }

    package func close() async {}

    package func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        history.withLock { $0.page(range, of: topic, date: date) }
    }

    package func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) -> MessageCount {
        history.withLock { $0.count(after: timetoken, of: topic, date: date, limit: limit) }
    }

    package func messages(_ range: CatchUpRange, of topic: Topic, date: UInt64) -> [TopicMessage] {
        guard ChannelName.isWildcard(topic.name) else {
            return history.withLock { $0.messages(range, of: topic, date: date) }
        }
        let names = Array(history.withLock { $0.channels(coveredBy: topic) })
        var range = range
        var found: [TopicMessage] = []
        for start in stride(from: 0, to: names.count, by: Self.channelsPerStep) {
            // In steps, as messages that are published wait for the lock.
            let next = history.withLock { history in
                names[start..<min(start + Self.channelsPerStep, names.count)].flatMap { name in
                    history.messages(range, of: Topic(keyset: topic.keyset, name: name.text), date: date)
                }
            }
            found = range.oldest(found + next)
            range = range.narrowed(to: found)
        }
        return found
    }

    /// The channels that are looked at while the lock is held.
    private static let channelsPerStep = 256
}
