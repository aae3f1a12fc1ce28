public import GRDB

/// A row that stands for a message.
public protocol ManagedChatMessage: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for channels.
    associatedtype ManagedChannel: ManagedChatChannel = PubNubManagedChannel
    /// The rows for reactions.
    associatedtype ManagedMessageAction: ManagedChatMessageAction = PubNubManagedMessageAction

    /// A request for its author, which finds nothing once that is removed; for none unless implemented.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its channel, which finds nothing once that is removed; for none unless implemented.
    var managedChannel: QueryInterfaceRequest<ManagedChannel> { get }

    /// A request for its reactions, in no order; for none unless implemented.
    var managedActions: QueryInterfaceRequest<ManagedMessageAction> { get }

    /// The identifier that the service knows it by: when it was published.
    var pubnubMessageID: Timetoken { get }

    /// Makes the message with author, channel and reactions. An author or channel that is no longer stored has an empty identifier and no model.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessage<Custom>

    /// Makes the messages of a page, with authors, channels and reactions; row by row unless implemented.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMessage<Custom>]

    /// Stores a message, found by the identifier in its payload. The reactions of a new message are always stored; with `processMessageActions`, those of a
    /// stored one become those of the message.
    ///
    /// The first publication of a message wins: its timetoken, content and author stay when the message was published again later, and replace those of a
    /// later publication that was stored before. Reactions belong to the publication whose timetoken they name, and only that publication removes them.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws -> Self

    /// Notes that a stored message was published again later, and stores the reactions to that publication. Does nothing unless implemented.
    static func insertCopy<Custom: ChatCustomData>(
        of message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws

    /// The timetoken of the newest published message that is stored for a channel; nil for none, or unless implemented.
    static func newestTimetoken(pubnubChannelId: String, in db: Database) throws -> Timetoken?

    /// Removes the messages of a channel that were published after one timetoken, up to and including another, except those with the given timetokens: the
    /// service deleted them. Messages that are not published yet stay. A message whose first publication was deleted and that was published again continues
    /// with the next publication. Removes nothing unless implemented.
    static func removeMessages(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken,
        except timetokens: Set<Timetoken>,
        from db: Database
    ) throws

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
    /// Makes the messages of a page, with authors, channels and reactions.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: What the rows stand for, in their order.
    /// - Throws: What `convert(from:)` throws for one of them.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessage<Custom>] {
        try rows.map { try $0.convert(from: db) }
    }

    /// A request for no user.
    public var managedUser: QueryInterfaceRequest<ManagedUser> { ManagedUser.none() }

    /// A request for no channel.
    public var managedChannel: QueryInterfaceRequest<ManagedChannel> { ManagedChannel.none() }

    /// A request for no reactions.
    public var managedActions: QueryInterfaceRequest<ManagedMessageAction> { ManagedMessageAction.none() }

    /// Does nothing.
    ///
    /// - Parameters:
    ///   - message: The later publication.
    ///   - processMessageActions: Whether its reactions replace those that are stored for it.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func insertCopy<Custom: ChatCustomData>(
        of message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws {}

    /// Returns nil.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - db: The database.
    /// - Returns: nil.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func newestTimetoken(pubnubChannelId: String, in db: Database) throws -> Timetoken? { nil }

    /// Removes nothing.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: The timetoken before the range.
    ///   - upTo: The last timetoken of the range.
    ///   - timetokens: The timetokens of the messages that the service has.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func removeMessages(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken,
        except timetokens: Set<Timetoken>,
        from db: Database
    ) throws {}

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
