import Foundation
import GRDB

/// Reads the rows of a list of channels from the default tables.
struct ChannelRowReader<Model: ChatCustomData>: Sendable {
    /// The current user.
    let owner: String
    let list: ChatChannelList
    let limit: Int
    /// The key of the custom data of memberships that puts a channel first; nil for none.
    let pin: String?

    /// A channel of the list.
    private struct Entry {
        let id: String
        let activity: Timetoken
        let isPinned: Bool
    }

    func read(_ db: Database) throws -> [ChatChannelRow<Model>] {
        let entries = try entries(db)
        let ids = Set(entries.map(\.id))
        let channels = try PubNubManagedChannel.stored(ids, in: "id", db).reduce(into: [:]) { $0[$1.id] = $1 }
        let unread = try ChatUnreadCount.stored(ids, in: "id", db).reduce(into: [:]) { $0[$1.id] = $1 }
        let drafts = try ChatDraft.stored(ids, in: "id", db).reduce(into: [:]) { $0[$1.id] = $1.text }
        let mentions = try mentions(db)
        let others = try entries.map { try self.others(in: $0.id, db) }
        let users = try PageReferences<Model>(users: others.flatMap(\.self), channels: [], db)
        let messages = MessageRowReader<Model>(owner: owner)
        let last = try messages.rows(of: entries.compactMap { try newest(in: $0.id, db) }, db)
            .reduce(into: [:]) { $0[$1.message.pubnubChannelId] = $1 }
        return zip(entries, others).compactMap { entry, others in
            guard let row = channels[entry.id] else { return nil }
            let channel: ChatChannel<Model.Channel> = row.convert()
            let members = others.map { users.user($0) ?? ChatUser<Model.User>(id: $0) }
            let isDirect = channel.type == Self.direct
            return ChatChannelRow(
                channel: channel,
                title: Self.title(of: channel, isDirect ? members : []),
                isDirect: isDirect,
                lastMessage: last[entry.id],
                unread: unread[entry.id],
                mentions: mentions[entry.id] ?? 0,
                memberCount: row.memberCount,
                presentCount: row.presentCount,
                others: members,
                draft: drafts[entry.id],
                activity: entry.activity,
                isPinned: entry.isPinned
            )
        }
    }

    /// The rows whose changes can change the list.
    func watched(by rows: [ChatChannelRow<Model>], _ db: Database) throws -> [ObservedRows] {
        var ids = rows.map(\.id)
        if case .ids(let all) = list { ids = all }
        let channels = ids.flatMap { [ObservedRows("channel", "id", $0), ObservedRows("draft", "id", $0)] }
        let members = Set(rows.flatMap { $0.others.map(\.id) }).sorted().map { ObservedRows("user", "id", $0) }
        return [ObservedRows("member", "userId", owner)] + channels + members
            + MessageRowReader.watched(by: rows.compactMap(\.lastMessage), on: ids) + (try watchedCandidates(db))
    }

    /// The rows that can bring a joined channel into the list: its type and status, and if only the limit keeps it out, its
    /// messages.
    private func watchedCandidates(_ db: Database) throws -> [ObservedRows] {
        let type: String?
        switch list {
        case .joined: type = nil
        case .direct: type = Self.direct
        case .type(let wanted): type = wanted
        case .ids: return []
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT channel.id, (:type IS NULL OR channel.type = :type) AND channel.status IS NOT 'deleted'
                    FROM \(Self.memberships) ORDER BY channel.id
                """
        )
        return try Row.fetchAll(statement, arguments: ["owner": owner, "type": type]).flatMap { row in
            let id: String = row[0]
            let channel = ObservedRows("channel", "id", id)
            guard row[1] == true else { return [channel] }
            return [channel, ObservedRows("message", "pubnubChannelId", id, columns: ["timetoken"])]
        }
    }

    private static func title(
        of channel: ChatChannel<Model.Channel>,
        _ members: [ChatUser<Model.User>]
    ) -> String {
        guard members.isEmpty else { return members.map { name($0.name) ?? $0.id }.joined(separator: ", ") }
        return name(channel.name) ?? channel.id
    }

    private static func name(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0 } }

    /// The channels of the list in their order.
    private func entries(_ db: Database) throws -> [Entry] {
        let source: String
        var arguments: [String: (any DatabaseValueConvertible)?] = [
            "owner": owner, "pin": pin, "limit": max(0, limit), "type": nil, "ids": nil,
        ]
        switch list {
        case .joined: source = Self.joined
        case .direct:
            source = Self.joined
            arguments["type"] = Self.direct
        case .type(let type):
            source = Self.joined
            arguments["type"] = type
        case .ids(let ids):
            source = Self.named
            arguments["ids"] = String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT channel.id AS id, IFNULL(
                        (SELECT MAX(timetoken) FROM message WHERE pubnubChannelId = channel.id AND timetoken > 0),
                        CAST((own.lastUpdated + 978307200.0) * 10000000 AS INTEGER)
                    ) AS activity, \(Self.isPinned) AS isPinned
                    FROM \(source) AND (:type IS NULL OR channel.type = :type) AND (:ids IS NULL OR :ids IS NOT NULL)
                    ORDER BY isPinned DESC, activity DESC, channel.id LIMIT :limit
                """
        )
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            Entry(
                id: row["id"],
                activity: Timetoken(clamping: (row["activity"] as Int64?) ?? 0),
                isPinned: row["isPinned"]
            )
        }
    }

    /// The type of direct channels.
    private static var direct: String { "direct" }

    private static var memberships: String {
        """
        member AS own JOIN channel ON channel.id = own.channelId
                    WHERE own.userId = :owner AND own.standing > 0
                    AND channel.id NOT GLOB 'PUBNUB_INTERNAL_*' AND channel.id NOT GLOB 'PN_PRV.*'
        """
    }

    private static var joined: String { "\(memberships) AND channel.status IS NOT 'deleted'" }

    private static var named: String {
        """
        channel LEFT JOIN member AS own ON own.channelId = channel.id AND own.userId = :owner
                    WHERE channel.id IN (SELECT value FROM json_each(:ids))
        """
    }

    /// Custom data comes from the network: it may be any text.
    private static var isPinned: String {
        """
        EXISTS (
                        SELECT 1 FROM json_each(
                            CASE WHEN json_valid(CAST(own.custom AS TEXT)) THEN CAST(own.custom AS TEXT) ELSE '{}' END
                        ) AS item WHERE item.key = :pin AND item.type NOT IN ('false', 'null')
                    )
        """
    }

    private func newest(in channel: String, _ db: Database) throws -> PubNubManagedMessage? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM message WHERE pubnubChannelId = ? AND NOT isDeleted
                    ORDER BY position DESC, rowid DESC LIMIT 1
                """
        )
        return try PubNubManagedMessage.fetchPrepared(statement, arguments: [channel]).first
    }

    private func others(in channel: String, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT userId FROM member WHERE channelId = ? AND userId <> ? AND standing > 0
                    ORDER BY userId LIMIT \(ChatChannelRow<Model>.maxOthers)
                """
        )
        return try String.fetchAll(statement, arguments: [channel, owner])
    }

    /// The numbers of unread mentions by channel.
    private func mentions(_ db: Database) throws -> [String: Int] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT unreadCount.id, COUNT(*) FROM messageMention
                    JOIN message ON message.id = messageMention.messageId
                    JOIN unreadCount ON unreadCount.id = message.pubnubChannelId AND unreadCount.lastRead < message.timetoken
                    WHERE messageMention.userId = ?1 AND NOT message.isDeleted AND message.pubnubUserId IS NOT ?1
                    GROUP BY unreadCount.id
                """
        )
        return try Row.fetchAll(statement, arguments: [owner]).reduce(into: [:]) { $0[$1[0] as String] = $1[1] as Int }
    }
}
