public import GRDB

/// A row that represents a message.
public protocol ManagedChatMessage: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for channels.
    associatedtype ManagedChannel: ManagedChatChannel = PubNubManagedChannel
    /// The rows for reactions.
    associatedtype ManagedMessageAction: ManagedChatMessageAction = PubNubManagedMessageAction

    /// A request for its author, which finds no row after the author was removed. The default implementation finds no
    /// row.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its channel, which finds no row after the channel was removed. The default implementation finds no
    /// row.
    var managedChannel: QueryInterfaceRequest<ManagedChannel> { get }

    /// A request for its reactions, in no order. The default implementation finds no row.
    var managedActions: QueryInterfaceRequest<ManagedMessageAction> { get }

    /// Its identifier at the service: the timetoken of its publication.
    var pubnubMessageID: Timetoken { get }

    /// Makes the message with author, channel and reactions. An author or channel that was removed has an empty
    /// identifier and no model.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessage<Custom>

    /// Makes the messages of a page, with authors, channels and reactions. The default implementation converts row by
    /// row.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMessage<Custom>]

    /// Stores a message. The identifier in its payload selects the row. The reactions of a new message are always
    /// stored; with `processMessageActions`, those of a stored one become those of the message.
    ///
    /// The first publication of a message wins. A republication does not change its timetoken, content and author; an
    /// earlier publication replaces those of a stored republication. Each reaction belongs to the publication whose
    /// timetoken it names, and only that publication removes it.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws -> Self

    /// Records that a stored message was published again later, and stores the reactions to that publication. The
    /// default implementation does nothing.
    static func insertRepublication<Custom: ChatCustomData>(
        of message: ChatMessage<Custom>,
        processMessageActions: Bool,
        into db: Database
    ) throws

    /// The timetoken of the newest published message that is stored for a channel; nil if none exists. The default
    /// implementation returns nil.
    static func newestTimetoken(pubnubChannelId: String, in db: Database) throws -> Timetoken?

    /// Removes the messages of a channel that the service deleted: those that were published after one timetoken, up to
    /// and including another, except those with the given timetokens. Messages that are not published yet stay. A
    /// message whose first publication was deleted and that was published again continues with the next publication.
    /// The default implementation removes nothing.
    static func removeMessages(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken,
        except timetokens: Set<Timetoken>,
        from db: Database
    ) throws

    /// Removes a message and returns it; nil if none exists.
    @discardableResult
    static func remove(messageId: String, from db: Database) throws -> Self?

    /// A request for the message with this identifier.
    static func messageBy(messageId: String) -> QueryInterfaceRequest<Self>

    /// A request for the message with this timetoken in this channel.
    static func messageBy(pubnubTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a user.
    static func messagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a channel.
    static func messagesBy(pubnubChannelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a channel that were published after a timetoken, in no order. The default
    /// implementation uses the column `timetoken`, as in ``PubNubManagedMessage``.
    static func messagesBy(pubnubChannelId: String, publishedAfter: Timetoken) -> QueryInterfaceRequest<Self>

    /// A request for the messages of a user that are not published yet, oldest first. The default implementation uses
    /// the columns `timetoken` and `dateCreated`, as in ``PubNubManagedMessage``.
    static func unsentMessagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatMessage {
    /// Makes the messages of a page, with authors, channels and reactions.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The error of `convert(from:)` for one of them.
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
    ///   - message: The republication.
    ///   - processMessageActions: Whether its reactions replace those that are stored for it.
    ///   - db: The database.
    /// - Throws: Nothing here; an implementation throws a `DatabaseError`.
    public static func insertRepublication<Custom: ChatCustomData>(
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

    /// Returns a request for the messages of a channel that were published after a timetoken.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - publishedAfter: The timetoken.
    /// - Returns: The request, in no order.
    public static func messagesBy(
        pubnubChannelId: String,
        publishedAfter: Timetoken
    ) -> QueryInterfaceRequest<Self> {
        messagesBy(pubnubChannelId: pubnubChannelId).filter(Column("timetoken") > Int64(clamping: publishedAfter))
    }

    /// Returns a request for the messages of a user that are not published yet.
    ///
    /// - Parameter pubnubUserId: The identifier of the user.
    /// - Returns: The request, oldest first.
    public static func unsentMessagesBy(pubnubUserId: String) -> QueryInterfaceRequest<Self> {
        // The number is part of the SQL so that SQLite can use an index of only these messages.
        messagesBy(pubnubUserId: pubnubUserId).filter(sql: "timetoken = 0").order(Column("dateCreated"), Column("id"))
    }
}
