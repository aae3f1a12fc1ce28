import PubNubLocks

/// Stores published messages and other state that has to outlive the process.
protocol MessageArchive: Sendable {
    /// Whether `store` completes before it returns, so that deliveries need not wait.
    var storesAtOnce: Bool { get }

    /// Keeps a message. `completion` is called once, with whether it is safely kept, on any thread.
    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void)

    /// Keeps changes, all or none. `completion` is called once, with whether they are safely kept, on any thread.
    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void)

    /// A page of a channel's messages in order of time, without those that are gone by `date`.
    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage]

    /// How many messages a channel has after a timetoken, without those that are gone by `date`, counted from there on
    /// up to `limit`.
    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount

    /// Removes a channel's messages of a range and ignores the range's limit. `completion` is called once, with whether they are
    /// gone for good, on any thread. Subscribers that catch up may still get them.
    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void)

    /// Takes note that timetokens up to this one were given out.
    func timetokensGivenOut(upTo timetoken: UInt64)

    /// Waits until everything is stored, and closes the file. Nothing is stored afterwards.
    func close() async
}

/// Messages kept for as long as the process lives. What else there is to keep lives as long without it.
final class MemoryArchive: MessageArchive {
    let storesAtOnce = true
    private let history: Locked<HistoryStore>

    init(limits: OriginLimits) {
        history = Locked(
            HistoryStore(messagesPerChannel: limits.storedMessagesPerChannel, bytes: limits.storedBytes)
        )
    }

    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        if !message.isTransient { history.withLock { $0.append(message, to: topic) } }
        completion(true)
    }

    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void) {
        completion(true)
    }

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        history.withLock { $0.page(range, of: topic, date: date) }
    }

    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) -> MessageCount {
        history.withLock { $0.count(after: timetoken, of: topic, date: date, limit: limit) }
    }

    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        history.withLock { $0.remove(range, of: topic) }
        completion(true)
    }

    func timetokensGivenOut(upTo timetoken: UInt64) {}

    func close() async {}
}

/// The state that an archive contained when it was opened.
struct RestoredState: Sendable {
    /// The highest timetoken that may have been given out.
    var latest: UInt64 = 0
    /// The messages for the catch-up buffers, in order of time.
    var messages: [ChannelMessage] = []
    /// Changes that rebuild everything other than messages.
    var changes: [ArchiveChange] = []
}

/// A change of state other than messages, as an archive stores it.
enum ArchiveChange: Sendable, Equatable {
    case groups(GroupChange)
    case push(PushChange)
    case access(AccessRecord)
    case object(ObjectChange)
    case action(ActionChange)
}
