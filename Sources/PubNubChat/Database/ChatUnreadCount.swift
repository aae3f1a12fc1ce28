public import GRDB

/// The read marker of the current user in a channel, and the number of unread messages.
///
/// The marker is the member `lastReadMessageTimetoken` of the custom data of the user's membership, as in PubNub's Chat
/// SDK. A row exists for each stored membership that has a marker or that the service has dated. Unread messages are those that other users published
/// after the marker, without those that were deleted softly. The counts are maintained as messages are stored, so
/// reading them does not depend on the number of messages. Rows can be observed:
/// `store.changes(of: ChatUnreadCount.all())`.
public struct ChatUnreadCount: Identifiable, Hashable, Sendable {
    /// The identifier of the channel.
    public let id: String
    /// The timetoken of the last message that the user read.
    public let lastRead: Timetoken
    /// The number of unread messages: those that are stored, and an estimate for those that are not, which
    /// ``DataProvider/syncUnreadCounts(on:)`` counted at the service.
    public let count: Int
    /// Whether the estimate is 0. The service counts all messages, including those of this user and deleted ones.
    public let isExact: Bool
    /// Whether the membership has no marker. Messages since its last change count until the user reads the channel.
    public let isAssumed: Bool
    /// Whether the service does not have the marker yet: see ``ChatOutboxEntry/Kind/marker``.
    public let isPending: Bool
}

extension ChatUnreadCount: FetchableRecord, TableRecord {
    /// The name of the table.
    public static let databaseTableName = "unreadCount"

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
        lastRead = Timetoken(clamping: row["lastRead"] as Int64)
        count = max(0, (row["base"] as Int) + (row["counted"] as Int))
        isExact = (row["base"] as Int) == 0
        isAssumed = row["isAssumed"]
        isPending = row["isPending"]
    }

    /// Returns a request for the count of one channel. An observer of it reads only when that count or marker changes.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The request.
    public static func unreadCountBy(channelId: String) -> QueryInterfaceRequest<ChatUnreadCount> {
        filter(Column("id") == channelId)
    }

    /// Returns the number of unread messages in all channels, without threads and moderation channels.
    ///
    /// - Parameter db: The database.
    /// - Returns: The sum of the counts.
    /// - Throws: A `DatabaseError` if a statement fails.
    public static func total(in db: Database) throws -> Int {
        let sql = "SELECT SUM(MAX(0, base + counted)) FROM unreadCount WHERE id NOT GLOB 'PUBNUB_INTERNAL_*'"
        return try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
    }
}
