import GRDB
import PubNubOrigin

/// Reads stored messages on a connection of the pool, without those that are too old and wait to be deleted.
struct DatabaseReader: ArchiveReader {
    /// Changes that the tables lack above a position.
    struct Pending {
        let changes: PendingChanges
        /// The position up to which the tables have all changes.
        let applied: LogPosition
    }

    let db: Database
    /// The changes that the tables lack; nil if they have all.
    var pending: Pending?
    /// The retention of a keyset.
    let retention: (String) -> MessageRetention

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage] {
        var range = range
        range.after = max(range.after, horizon(of: topic, at: date))
        guard let channel = channel(topic) else { return try MessageRecord.page(range, of: topic, date: date, db) }
        var found: [StoredMessage] = []
        let segments = channel.segments(of: range)
        for var segment in range.oldestFirst ? segments : segments.reversed() where found.count < range.limit {
            segment.limit = range.limit - found.count
            let part = try MessageRecord.page(segment, of: topic, date: date, db)
            found = range.oldestFirst ? found + part : part + found
        }
        found += Self.present(channel.messages, at: date).filter {
            range.after < $0.timetoken && $0.timetoken <= range.through
        }
        return Array(range.oldestFirst ? found.prefix(range.limit) : found.suffix(range.limit))
    }

    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount {
        let start = max(timetoken, horizon(of: topic, at: date))
        let range = HistoryRange(start: start, reverse: true)
        guard let channel = channel(topic) else {
            return try MessageRecord.count(range, of: topic, date: date, limit: limit, db)
        }
        var count = MessageCount()
        func add(_ part: MessageCount) {
            count.count += part.count
            count.last = part.last ?? count.last
            count.isMore = part.isMore
        }
        for segment in channel.segments(of: range) where !count.isMore {
            add(try MessageRecord.count(segment, of: topic, date: date, limit: limit - count.count, db))
        }
        let waiting = Self.present(channel.messages, at: date).filter { $0.timetoken > start }
        guard !count.isMore, !waiting.isEmpty else { return count }
        let counted = waiting.prefix(limit - count.count)
        add(MessageCount(count: counted.count, last: counted.last?.timetoken, isMore: counted.count < waiting.count))
        return count
    }

    func messages(_ range: CatchUpRange, of topic: Topic, date: UInt64) throws -> [TopicMessage] {
        var range = range
        range.after = max(range.after, horizon(of: topic, at: date))
        let stored = try MessageRecord.messages(range, of: topic, date: date, db)
        guard let pending else { return stored }
        let waiting = pending.changes.messages(of: topic, above: pending.applied).filter { found in
            let message = found.message
            return range.after < message.timetoken && message.timetoken <= range.through && !message.isSilent
                && !Self.isGone(message, at: date)
        }
        return waiting.isEmpty ? stored : range.oldest(stored + waiting)
    }

    private func channel(_ topic: Topic) -> PendingChanges.Channel? {
        pending.flatMap { $0.changes.channel(topic, above: $0.applied) }
    }

    /// The messages that are for history and not gone.
    private static func present(_ messages: [StoredMessage], at date: UInt64) -> [StoredMessage] {
        messages.filter { !$0.isTransient && !isGone($0, at: date) }
    }

    private static func isGone(_ message: StoredMessage, at date: UInt64) -> Bool {
        message.expiry.map { $0 <= date } ?? false
    }

    /// The timetoken up to which messages are too old.
    private func horizon(of topic: Topic, at date: UInt64) -> UInt64 { retention(topic.keyset).horizon(at: date) }
}
