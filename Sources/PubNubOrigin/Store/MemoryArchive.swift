import NIOConcurrencyHelpers

/// Messages kept for as long as the process lives. What else there is to keep lives as long without it.
final class MemoryArchive: MessageArchive {
    let storesAtOnce = true
    private let history: NIOLockedValueBox<HistoryStore>

    init(limits: OriginLimits) {
        history = NIOLockedValueBox(
            HistoryStore(messagesPerChannel: limits.storedMessagesPerChannel, bytes: limits.storedBytes)
        )
    }

    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        if !message.isTransient { history.withLockedValue { $0.append(message, to: topic) } }
        completion(true)
    }

    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void) {
        completion(true)
    }

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        history.withLockedValue { $0.page(range, of: topic, date: date) }
    }

    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) -> MessageCount {
        history.withLockedValue { $0.count(after: timetoken, of: topic, date: date, limit: limit) }
    }

    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        history.withLockedValue { $0.remove(range, of: topic) }
        completion(true)
    }

    func timetokensGivenOut(upTo timetoken: UInt64) {}

    func close() async {}
}
