public import GRDB

/// A stored message with its author, its reactions, and whether the current user read it, read with one joined request.
/// <doc:ChatFeatures> has an example that observes it.
public struct ChatMessageInfo: Identifiable, Hashable, Sendable, FetchableRecord {
    /// The message.
    public let message: PubNubManagedMessage
    /// The author; nil if the row of the author was removed.
    public let author: PubNubManagedUser?
    /// The message actions, oldest first.
    public let actions: [PubNubManagedMessageAction]
    /// Whether the marker of the current user has reached it; true for a channel without a marker.
    public let isRead: Bool

    /// The identifier in the payload of the message.
    public var id: String { message.id }

    /// Reads a row of ``request(_:)``.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        message = PubNubManagedMessage(row: row)
        author = row["author"]
        actions = row["actions"]
        // The request adds the column after those of the message.
        isRead = ColumnReader(row: row, isOrdered: false).read("isRead", PubNubManagedMessage.columnOrder.count)
    }

    /// Returns a request for messages with what belongs to them.
    ///
    /// - Parameter messages: A request for messages, such as `messagesBy(pubnubChannelId:)` with an order.
    /// - Returns: The request, in the order of the messages.
    public static func request(
        _ messages: QueryInterfaceRequest<PubNubManagedMessage>
    ) -> QueryInterfaceRequest<ChatMessageInfo> {
        let isRead = SQL(
            sql: """
                NOT EXISTS (SELECT 1 FROM unreadCount WHERE unreadCount.id = pubnubChannelId AND lastRead < timetoken)
                """
        )
        return
            messages
            .including(optional: PubNubManagedMessage.author.forKey("author"))
            .including(
                all: PubNubManagedMessage.actions.forKey("actions")
                    .order(PubNubManagedMessageAction.Columns.published, PubNubManagedMessageAction.Columns.id)
            )
            .annotated(with: isRead.sqlExpression.forKey("isRead"))
            .asRequest(of: ChatMessageInfo.self)
    }

    /// Returns a request for the newest messages of a channel with what belongs to them.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - limit: The maximum number of messages, published or not; 0 if negative.
    /// - Returns: The request, the newest first.
    public static func newestBy(pubnubChannelId: String, limit: Int) -> QueryInterfaceRequest<ChatMessageInfo> {
        request(PubNubManagedMessage.newestMessagesBy(pubnubChannelId: pubnubChannelId, limit: limit))
    }
}
