public import GRDB

/// A row that stands for a reaction to a message.
public protocol ManagedChatMessageAction: ManagedChatEntity {
    /// The rows for users.
    associatedtype ManagedUser: ManagedChatUser = PubNubManagedUser
    /// The rows for messages.
    associatedtype ManagedMessage: ManagedChatMessage = PubNubManagedMessage

    /// A request for its author, which finds nothing once that is removed; for none unless implemented.
    var managedUser: QueryInterfaceRequest<ManagedUser> { get }

    /// A request for its message, which finds nothing once that is removed; for none unless implemented.
    var managedMessage: QueryInterfaceRequest<ManagedMessage> { get }

    /// When the reaction was published.
    var pubnubActionTimetoken: Timetoken { get }
    /// When the publication of its message that it was added to was published.
    var pubnubParentTimetoken: Timetoken { get }
    /// The channel of its message.
    var pubnubChannelId: String { get }
    /// What kind of action it is.
    var sourceType: String { get }
    /// Its value.
    var value: String { get }

    /// Makes the reaction with its author and message. An author that is no longer stored has its identifier and no model; a message that is no longer stored
    /// is nil.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessageAction<Custom>

    /// Makes the reactions of a page, with authors and messages; row by row unless implemented.
    static func convert<Custom: ChatCustomData>(_ rows: [Self], from db: Database) throws -> [ChatMessageAction<Custom>]

    /// Stores a reaction. Its message and author have to be stored or to come with it.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self

    /// Stores a reaction that is not stored yet; throws ``ChatError/entityCreationError(_:)`` when one with its identifier is stored.
    @discardableResult
    static func insert<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>,
        into db: Database
    ) throws -> Self

    /// Stores several reactions with look-ups for all of them together, and returns those that it did not store: they are stored one by one then. It stores
    /// none unless implemented.
    static func insertOrUpdate<Custom: ChatCustomData>(
        messageActions: [ChatMessageAction<Custom>],
        into db: Database
    ) throws -> [ChatMessageAction<Custom>]

    /// Removes a reaction and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(messageActionId: String, from db: Database) throws -> Self?

    /// A request for the reactions of a user.
    static func messageActionsBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message with this identifier.
    static func messageActionsBy(messageId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message that was published then in this channel.
    static func messageActionsBy(messageTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to messages of a channel that were published after one moment, up to and with another, newest first; for none unless
    /// implemented. A local store removes by it what was removed at the service while the app was away.
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
    /// - Returns: What the rows stand for, in their order.
    /// - Throws: What `convert(from:)` throws for one of them.
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
    /// - Throws: ``ChatError/entityCreationError(_:)`` when one with its identifier is stored; otherwise what storing it throws.
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

    /// Stores none of several reactions.
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

    /// A request for no reactions.
    ///
    /// - Parameters:
    ///   - pubnubChannelId: The identifier of the channel.
    ///   - after: When those before were published.
    ///   - upTo: When the last one was published.
    /// - Returns: The request.
    public static func messageActionsBy(
        pubnubChannelId: String,
        after: Timetoken,
        upTo: Timetoken
    ) -> QueryInterfaceRequest<Self> {
        none()
    }
}
