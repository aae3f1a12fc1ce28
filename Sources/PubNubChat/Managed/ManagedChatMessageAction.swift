public import GRDB

/// A row that stands for a reaction to a message.
public protocol ManagedChatMessageAction: ManagedChatEntity {
    /// When the reaction was published.
    var pubnubActionTimetoken: Timetoken { get }
    /// When its message was published.
    var pubnubParentTimetoken: Timetoken { get }
    /// The channel of its message.
    var pubnubChannelId: String { get }
    /// What kind of action it is.
    var sourceType: String { get }
    /// Its value.
    var value: String { get }

    /// Makes the reaction with its author and message; throws when one of these is no longer stored.
    func convert<Custom: ChatCustomData>(from db: Database) throws -> ChatMessageAction<Custom>

    /// Stores a reaction. Its message and author have to be stored or to come with it.
    @discardableResult
    static func insertOrUpdate<Custom: ChatCustomData>(
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
    /// implemented. A copy removes by it what was removed at the service while the app was away.
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
