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

    /// Removes a reaction and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(messageActionId: String, from db: Database) throws -> Self?

    /// A request for the reactions of a user.
    static func messageActionsBy(pubnubUserId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message with this identifier.
    static func messageActionsBy(messageId: String) -> QueryInterfaceRequest<Self>

    /// A request for the reactions to the message that was published then in this channel.
    static func messageActionsBy(messageTimetoken: Timetoken, channelId: String) -> QueryInterfaceRequest<Self>

    /// A request for this reaction.
    static func messageActionBy<Custom: ChatCustomData>(
        messageAction: ChatMessageAction<Custom>
    ) -> QueryInterfaceRequest<Self>

    /// A request for the reaction with this identifier.
    static func messageActionBy(messageActionId: String) -> QueryInterfaceRequest<Self>
}
