public import GRDB

/// A row that represents a reaction to a message.
public protocol ManagedChatMessageAction: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for messages.
    associatedtype ManagedMessage: ManagedChatMessage = PubNubManagedMessage

    /// A request for its author, which finds no row after the author was removed. The default implementation finds no
    /// row.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its message, which finds no row after the message was removed. The default implementation finds no
    /// row.
    var managedMessage: QueryInterfaceRequest<ManagedMessage> { get }

    /// The timetoken of the reaction.
    var pubnubActionTimetoken: Timetoken { get }
    /// The timetoken of the publication of its message that it was added to.
    var pubnubParentTimetoken: Timetoken { get }
    /// The channel of its message.
    var pubnubChannelId: String { get }
    /// The type of the action.
    var sourceType: String { get }
    /// Its value.
    var value: String { get }

    /// Makes the reaction with its author and message. An author that was removed has its identifier and no model; a
    /// message that was removed is nil.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessageAction<Custom>

    /// Makes the reactions of a page, with authors and messages. The default implementation converts row by row.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMessageAction<Custom>]

    /// Stores a reaction. Its message and author must be stored or included.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self

    /// Stores a reaction that is not stored yet. Throws ``ChatError/entityCreationError(_:)`` if one with its
    /// identifier is stored.
    @discardableResult
    static func insert<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self

    /// Stores several reactions with look-ups for all of them, and returns those that it did not store; the store then
    /// stores these one by one. The default implementation stores none.
    static func insertOrUpdate<Custom: ChatCustomData>(
        messageActions: [ChatMessageAction<Custom>],
        into db: Database
    ) throws -> [ChatMessageAction<Custom>]

    /// Removes a reaction and returns it; nil if none exists.
    @discardableResult
    static func remove(messageActionId: String, from db: Database) throws -> Self?

    /// A request for the reactions of a user.
    static func messageActionsBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message with this identifier.
    static func messageActionsBy(messageId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message with this timetoken in this channel.
    static func messageActionsBy(messageTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to messages of a channel that were published after one timetoken, up to and
    /// including another, newest first. The store uses it to remove reactions that were removed at the service while
    /// the app was offline. The default implementation finds no row.
    static func messageActionsBy(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken
    ) -> QueryInterfaceRequest<Self>

    /// A request for this reaction.
    static func messageActionBy<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>
    ) -> QueryInterfaceRequest<Self>

    /// A request for the reaction with this identifier.
    static func messageActionBy(messageActionId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatMessageAction {
    /// Makes the reactions of a page, with authors and messages.
    ///
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - db: The database.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The error of `convert(from:)` for one of them.
    public static func convert<Custom: ChatCustomData>(
        _ rows: [Self],
        from db: Database
    ) throws -> [ChatMessageAction<Custom>] {
        try rows.map { try $0.convert(from: db) }
    }

    /// A request for no user.
    public var managedUser: QueryInterfaceRequest<ManagedUser> { ManagedUser.none() }

    /// A request for no message.
    public var managedMessage: QueryInterfaceRequest<ManagedMessage> { ManagedMessage.none() }

    /// Stores a reaction that is not stored yet, by `insertOrUpdate(messageAction:into:)`.
    ///
    /// - Parameters:
    ///   - messageAction: The reaction.
    ///   - db: The database.
    /// - Returns: The row.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if one with its identifier is stored, or the errors of storing
    ///   it.
    @discardableResult
    public static func insert<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self {
        guard try messageActionBy(messageAction: messageAction).isEmpty(db) else {
            throw ChatError.entityCreationError("reaction \(messageAction.id) is stored")
        }
        return try insertOrUpdate(messageAction: messageAction, into: db)
    }

    /// Stores none of the reactions.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions.
    ///   - db: The database.
    /// - Returns: All of them.
    /// - Throws: Nothing.
    public static func insertOrUpdate<Custom: ChatCustomData>(
        messageActions: [ChatMessageAction<Custom>],
        into db: Database
    ) throws -> [ChatMessageAction<Custom>] {
        messageActions
    }

    /// Returns a request for no reactions.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: The timetoken before the range.
    ///   - upTo: The last timetoken of the range.
    /// - Returns: The request.
    public static func messageActionsBy(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken
    ) -> QueryInterfaceRequest<Self> {
        none()
    }
}
