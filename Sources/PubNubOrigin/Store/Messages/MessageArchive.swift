package import Dispatch

/// The results of the applied entries of the log, in a form for reads and for restarts.
package protocol MessageArchive: Sendable {
    /// Whether it stores all changes. Otherwise it takes stored messages and their removal only.
    var storesAll: Bool { get }

    /// Takes in the changes of an applied batch. Returns immediately.
    ///
    /// The server calls it under its lock, in the order of positions.
    ///
    /// - Parameters:
    ///   - changes: The changes, in their order.
    ///   - position: The position of the batch.
    ///   - latest: The highest timetoken of the state after the batch.
    func write(_ changes: [ArchiveChange], at position: LogPosition, latest: UInt64)

    /// Takes in which batch of a cluster was applied last. It is stored with the next changes. Has no effect on an archive in memory.
    ///
    /// The server calls it in the order of positions, before ``write(_:at:latest:)`` with the changes of the batch.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - bytes: The size of its record.
    func note(_ batch: AppliedBatch, bytes: Int)

    /// Waits until changes may be taken in that other servers of a cluster have made, as those cannot be refused. Blocks its thread.
    ///
    /// - Parameter limit: The longest wait.
    /// - Returns: Whether there is room. True by default.
    func waitForCapacity(limit: DispatchTimeInterval) -> Bool

    /// Reads what was taken in before this call. Never call it under a lock.
    ///
    /// - Parameter body: Called once, before this returns or later on a thread of the archive, with a reader, or with `nil` if
    ///   the archive cannot be read now.
    func read(_ body: @escaping @Sendable ((any ArchiveReader)?) -> Void)

    /// Counts and reports a read that failed although there was a reader.
    func readFailed(_ error: any Error)

    /// Replaces how long the messages of the keysets stay that have a retention of their own. Has no effect on an archive in memory.
    func setKeysetRetention(_ retention: [String: MessageRetention])

    /// Whether ``removeOld(at:)`` is to be called at the start and every minute, also without any change. False by default: it is called every minute
    /// once there are actions.
    var removesOld: Bool { get }

    /// Removes messages, and files, that are older than the retention, and finds those that end with their actions. Returns immediately. Does nothing
    /// by default.
    ///
    /// - Parameter date: The date, in the units of timetokens.
    func removeOld(at date: UInt64)

    /// Sets who learns which messages end that may have actions: the archive no longer has them, or waits with their deletion until an entry of
    /// the log removes them with their actions. Called once, before ``removeOld(at:)``. Does nothing by default.
    ///
    /// - Parameter receive: Called on any thread, not under a lock of the archive. The same messages may come again.
    func setEndReceiver(_ receive: @escaping @Sendable ([EndedMessages]) -> Void)

    /// Stores the settings that entries of the log are applied with from now on. Has no effect on an archive in memory.
    func setSettings(_ settings: AppliedSettings)

    /// Stores other settings, so that no log has them at the next start. Has no effect on an archive in memory.
    func replaceSettings(with settings: String)

    /// The bytes of a keyset's stored payloads and metadata. With a data file the first call starts to count them; until then they are 0.
    func storedBytes(keyset: String) -> Int

    /// Whether a change of a keyset may be taken in: false if too many of its changes wait to be written. True by default.
    func hasCapacity(for keyset: String) -> Bool

    /// How the archive is.
    var health: ArchiveHealth { get }

    /// The last position whose changes are on the disk; nil in an archive in memory.
    var written: LogPosition? { get }

    /// Writes everything that was taken in, and closes the file.
    func close() async
}

extension MessageArchive {
    package func note(_ batch: AppliedBatch, bytes: Int) {}

    package func waitForCapacity(limit: DispatchTimeInterval) -> Bool { true }

    package func replaceSettings(with settings: String) {}

    package var removesOld: Bool { false }

    package func removeOld(at date: UInt64) {}

    package func setEndReceiver(_ receive: @escaping @Sendable ([EndedMessages]) -> Void) {}

    package var written: LogPosition? { nil }

    package func hasCapacity(for keyset: String) -> Bool { true }

    /// Reads what was taken in before this call. Never call it under a lock.
    ///
    /// - Parameters:
    ///   - body: Reads. An error is counted and reported.
    ///   - completion: Called once, before this returns or later on a thread of the archive, with what `body` returned; with `nil` if the
    ///     archive cannot be read now.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ArchiveReader) throws -> Value,
        completion: @escaping @Sendable (Value?) -> Void
    ) {
        read { reader in
            var value: Value?
            do {
                value = try reader.map { try body($0) }
            } catch {
                readFailed(error)
            }
            completion(value)
        }
    }
}

/// How an archive is.
package struct ArchiveHealth: Sendable, Equatable {
    /// Changes that were taken in and are not written yet.
    package var backlog = 0
    /// Writes and reads that failed since the start.
    package var failures: UInt64 = 0
    /// Whether the last write failed.
    package var isFailing = false
    /// Whether so much of several keysets waits to be written that the server must take in no further changes.
    package var isFull = false
    /// Whether a read or write has found damaged pages since the start.
    package var isDamaged = false

    package init(
        backlog: Int = 0,
        failures: UInt64 = 0,
        isFailing: Bool = false,
        isFull: Bool = false,
        isDamaged: Bool = false
    ) {
        self.backlog = backlog
        self.failures = failures
        self.isFailing = isFailing
        self.isFull = isFull
        self.isDamaged = isDamaged
    }
}

/// Reads stored messages.
package protocol ArchiveReader {
    /// A page of a channel's messages in order of time, without those that are gone by `date`.
    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage]

    /// How many messages a channel has after a timetoken, without those that are gone by `date`, counted from there on
    /// up to `limit`.
    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount

    /// The oldest messages of a range for a subscriber, events among them if the archive stores them, without those that are gone by `date`.
    ///
    /// - Parameters:
    ///   - range: Which messages.
    ///   - topic: A channel, or a pattern such as `a.*`.
    ///   - date: The date.
    /// - Returns: The messages in order of time.
    /// - Throws: An error of the storage.
    func messages(_ range: CatchUpRange, of topic: Topic, date: UInt64) throws -> [TopicMessage]
}

/// Which messages a subscriber that catches up receives next.
package struct CatchUpRange: Sendable, Equatable {
    /// Only messages above this timetoken, which is that of the subscriber.
    package var after: UInt64
    /// Only messages up to and including this timetoken.
    package var through = UInt64.max
    /// Messages at most, the oldest first.
    package let limit: Int

    /// The oldest of some messages in order of time, as many as the limit allows.
    package func oldest(_ messages: [TopicMessage]) -> [TopicMessage] {
        Array(messages.sorted { $0.message.timetoken < $1.message.timetoken }.prefix(limit))
    }

    /// The same range, with nothing beyond the newest of some messages that fill it.
    package func narrowed(to messages: [TopicMessage]) -> CatchUpRange {
        guard messages.count >= limit, let last = messages.last else { return self }
        return CatchUpRange(after: after, through: min(through, last.message.timetoken), limit: limit)
    }
}

/// Messages of a channel whose time is over, or that were dropped.
package struct EndedMessages: Sendable, Hashable {
    package let topic: Topic
    /// Only messages above this timetoken.
    package let after: UInt64
    /// Only messages up to and including this timetoken.
    package let through: UInt64

    /// All messages of a channel up to one by default.
    package init(topic: Topic, after: UInt64 = 0, through: UInt64) {
        self.topic = topic
        self.after = after
        self.through = through
    }

    /// The range of the messages.
    var range: HistoryRange { HistoryRange(start: after, end: through) }
}

/// A change that follows from an entry of the log, as an archive stores it.
package enum ArchiveChange: Sendable, Equatable {
    case message(TopicMessage)
    /// Messages of a channel are removed. The limit of the range is ignored.
    case removal(HistoryRange, of: Topic)
    case groups(GroupChange)
    case push(PushChange)
    case access(AccessRecord)
    /// An access token is revoked.
    case revocation(RevokedToken)
    case object(ObjectChange)
    case action(ActionChange)
    case presence(PresenceRecordChange)

    /// The keyset that it belongs to; empty for one of all keysets.
    package var keyset: String {
        switch self {
        case .message(let message): message.topic.keyset
        case .removal(_, let topic): topic.keyset
        case .groups(.add(_, let group)), .groups(.remove(_, let group)), .groups(.removeGroup(let group)): group.keyset
        case .groups(.removeNamespace(_, let keyset)): keyset
        case .push(.add(_, let device)), .push(.remove(_, let device)), .push(.removeDevice(let device)): device.keyset
        case .access(let record): record.target.keyset
        case .revocation(let token): token.keyset
        case .object(let change): change.keyset
        case .action(let change): change.topic.keyset
        case .presence(.here(let record)): record.present.topic.keyset
        case .presence(.gone(let present)): present.topic.keyset
        case .presence(.noted(let note)): note.topic.keyset
        case .presence(.announcing(let announcement)): announcement.topic.keyset
        case .presence(.intervalPassed), .presence(.announced): ""
        }
    }
}

/// The state that an archive contained when it was opened.
package struct RestoredState: Sendable {
    /// The highest timetoken of the state at `applied`. The rest of the log is applied from here on, so that every message gets the
    /// timetoken again that its publisher knows.
    package var latest: UInt64 = 0
    /// The highest timetoken that may have been given out, above which new messages are.
    package var reserved: UInt64 = 0
    /// The last position whose changes the archive has.
    package var applied = LogPosition.start
    /// The last batches of the starts of servers of a cluster, up to `applied`.
    package var batches: [AppliedBatch] = []
    /// The messages for the catch-up buffers, in order of time.
    package var messages: [ChannelMessage] = []
    /// The highest timetoken of the stored messages that are not among `messages`; 0 if all are.
    package var omitted: UInt64 = 0
    /// Changes that rebuild everything other than messages.
    package var changes: [ArchiveChange] = []

    package init() {}
}
