import GRDB
import PubNubWire

import typealias PubNubTime.Timetoken

/// Reads the rows of messages from the default tables. A few statements read everything that belongs to a page.
struct MessageRowReader<Model: ChatCustomData>: Sendable {
    /// The maximum number of members that a row names as readers.
    private static var maxReaders: Int { 100 }

    /// The current user.
    let owner: String

    /// Reads the newest messages of a channel, those that are not published first.
    func newest(on channel: String, limit: Int, _ db: Database) throws -> [ChatMessageRow<Model>] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM message WHERE pubnubChannelId = ? ORDER BY position DESC, rowid DESC LIMIT ?"
        )
        return try rows(of: PubNubManagedMessage.fetchPrepared(statement, arguments: [channel, max(0, limit)]), db)
    }

    /// Reads what belongs to messages.
    ///
    /// - Parameters:
    ///   - messages: The messages, of one or several channels.
    ///   - db: The database.
    /// - Returns: The rows, in the order of the messages.
    /// - Throws: A `DatabaseError` if a statement fails.
    func rows(of messages: [PubNubManagedMessage], _ db: Database) throws -> [ChatMessageRow<Model>] {
        guard !messages.isEmpty else { return [] }
        let actions = Dictionary(
            grouping: try PubNubManagedMessageAction.of(messages, in: db),
            by: { $0.pubnubParentId ?? "" }
        )
        let authors = try PageReferences<Model>(users: messages.compactMap(\.pubnubUserId), channels: [], db)
        let channels = Set(messages.compactMap(\.pubnubChannelId))
        let markers = try ChatUnreadCount.stored(channels, in: "id", db).reduce(into: [:]) { $0[$1.id] = $1.lastRead }
        let readers = try readers(of: messages, db)
        let pending = try pending(messages, db)
        return try messages.map { row in
            let author = authors.user(row.pubnubUserId)
            var message: ChatMessage<Model> = row.message(by: author, on: nil)
            message.messageActions = (actions[row.id] ?? []).map { $0.action(by: nil, on: nil) }
            let isOwn = row.pubnubUserId?.hasSameBytes(as: owner) == true
            let channel = row.pubnubChannelId ?? ""
            let isRead = row.timetoken == 0 || row.timetoken <= markers[channel] ?? .max
            return ChatMessageRow(
                message: message,
                author: author,
                isOwn: isOwn,
                isRead: isOwn || isRead,
                readBy: Self.names(of: readers[channel] ?? [], who: row),
                reactions: ChatReactionGroup.groups(of: message.messageActions, owner: owner),
                thread: try row.threadId.map { try thread($0, db) },
                sendState: row.sendState,
                pending: pending[row.id] ?? []
            )
        }
    }

    /// The rows whose changes can change the rows of messages.
    static func watched(by rows: [ChatMessageRow<Model>], on channels: some Sequence<String>) -> [ObservedRows] {
        let ofChannels = channels.flatMap { channel in
            [
                ObservedRows("message", "pubnubChannelId", channel),
                ObservedRows("messageAction", "pubnubChannelId", channel),
                ObservedRows("unreadCount", "id", channel),
                ObservedRows("outbox", "channelId", channel, columns: ["messageId"]),
                ObservedRows("member", "channelId", channel, columns: ["userId", "standing", "lastRead"]),
            ]
        }
        let authors = Set(rows.map(\.message.pubnubUserId)).sorted().map { ObservedRows("user", "id", $0) }
        let threads = Set(rows.compactMap(\.thread?.id)).sorted().map { thread in
            ObservedRows("message", "pubnubChannelId", thread)
        }
        return ofChannels + authors + threads
    }

    /// A member, and the timetoken up to which they have read.
    private struct Reader {
        let user: String
        let marker: Timetoken
    }

    /// The members with the latest markers of each channel, as far as they have reached one of the messages. Those that have
    /// read an earlier message and are not among them are beyond the maximum of that message too.
    private func readers(of messages: [PubNubManagedMessage], _ db: Database) throws -> [String: [Reader]] {
        var oldest: [String: Timetoken] = [:]
        for message in messages where message.timetoken > 0 {
            guard let channel = message.pubnubChannelId else { continue }
            oldest[channel] = min(oldest[channel] ?? .max, message.timetoken)
        }
        // Two more than the maximum: the current user, and the author of a message.
        let statement = try db.cachedStatement(
            sql: """
                SELECT userId, lastRead FROM member WHERE channelId = ? AND lastRead >= ? AND standing > 0
                    ORDER BY lastRead DESC, userId LIMIT \(Self.maxReaders + 2)
                """
        )
        return try oldest.reduce(into: [:]) { readers, item in
            let rows = try Row.fetchAll(statement, arguments: [item.key, Int64(clamping: item.value)])
            readers[item.key] = rows.compactMap { row in
                guard let user = row[0] as String?, user != owner else { return nil }
                return Reader(user: user, marker: Timetoken(clamping: row[1] as Int64))
            }
        }
    }

    private static func names(of readers: [Reader], who message: PubNubManagedMessage) -> [String] {
        guard message.timetoken > 0 else { return [] }
        let names = readers.prefix { $0.marker >= message.timetoken }.map(\.user)
        return Array(names.filter { $0 != message.pubnubUserId }.prefix(maxReaders))
    }

    private func thread(_ channel: String, _ db: Database) throws -> ChatThreadSummary {
        let statement = try db.cachedStatement(
            sql: """
                SELECT COUNT(*), MAX(timetoken) FROM message
                    WHERE pubnubChannelId = ? AND timetoken > 0 AND NOT isDeleted
                """
        )
        let row = try Row.fetchOne(statement, arguments: [channel])
        return ChatThreadSummary(
            id: channel,
            replyCount: row?[0] ?? 0,
            lastReply: (row?[1] as Int64?).map { Timetoken(clamping: $0) }
        )
    }

    /// The changes of the outbox that messages show. Most messages have none.
    private func pending(
        _ messages: [PubNubManagedMessage],
        _ db: Database
    ) throws -> [String: Set<ChatPendingChange>] {
        let ids = Set(messages.filter(\.isPending).map(\.id))
        guard !ids.isEmpty else { return [:] }
        let entries = try ChatOutboxEntry.stored(ids, in: "messageId", where: "kind <> 'message' AND stage < 2", db)
        return entries.reduce(into: [:]) { pending, entry in
            guard let id = entry.messageId, let change = ChatPendingChange(entry.kind, entry.value) else { return }
            pending[id, default: []].insert(change)
        }
    }
}
