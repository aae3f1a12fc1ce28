public import GRDB

/// A row that stands for a message.
public protocol ManagedChatMessage: ManagedChatEntity {
    /// The identifier that the service knows it by: when it was published.
    var pubnubMessageID: Timetoken { get }

    /// Makes the message with author, channel and reactions; throws when author or channel are no longer stored.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessage<Custom>

    /// Stores a message, found by the identifier in its payload. The reactions of a new one are stored always; those
    /// of a stored one are made those of the message with `processMessageActions`.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws -> Self

    /// Removes a message and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(messageId: String, from db: Database) throws -> Self?

    /// A request for the message with this identifier.
    static func messageBy(messageId: String) -> QueryInterfaceRequest<Self>

    /// A request for the message that was published then in this channel.
    static func messageBy(pubnubTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a user.
    static func messagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a channel.
    static func messagesBy(pubnubChannelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a channel that were published after a moment, in no order; by the column `timetoken`, as ``PubNubManagedMessage`` has it,
    /// unless implemented.
    static func messagesBy(pubnubChannelId: String, publishedAfter: Timetoken) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a user that are not published yet, oldest first; by the columns `timetoken` and `dateCreated`, as ``PubNubManagedMessage``
    /// has them, unless implemented.
    static func unsentMessagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatMessage {
    /// A request for the messages of a channel that were published after a moment.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - publishedAfter: The moment.
    /// - Returns: The request, in no order.
    public static func messagesBy(
        pubnubChannelId: String,
        publishedAfter: Timetoken
    ) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId).filter(Column("timetoken") > Int64(clamping: publishedAfter))
    }

    /// A request for the messages of a user that are not published yet.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, oldest first.
    public static func unsentMessagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        // The number stands in the text so that an index of these messages alone can be used.
        messagesBy(pubnubUserId: pubnubUserId).filter(sql: "timetoken = 0").order(Column("dateCreated"), Column("id"))
    }
}
