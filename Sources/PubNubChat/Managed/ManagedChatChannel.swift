public import GRDB

/// A row that stands for a channel.
public protocol ManagedChatChannel: ManagedChatEntity {
    /// The rows for memberships.
    associatedtype ManagedMember: ManagedChatMember = PubNubManagedMember
    /// The rows for messages.
    associatedtype ManagedMessage: ManagedChatMessage = PubNubManagedMessage

    /// The identifier that the service knows it by; it may differ from the primary key.
    var pubnubChannelID: String { get }

    /// How many members are stored for it.
    var memberEntityCount: Int { get }

    /// How many of them are present.
    var presentMemberEntityCount: Int { get }

    /// A request for its members, in no order; `membersBy(channelID:)` with ``pubnubChannelID`` unless implemented.
    var managedMembers: QueryInterfaceRequest<ManagedMember> { get }

    /// A request for its messages, in no order; `messagesBy(pubnubChannelId:)` with ``pubnubChannelID`` unless implemented.
    var managedMessages: QueryInterfaceRequest<ManagedMessage> { get }

    /// Makes the channel that the row holds; custom data that does not fit the type is its default.
    func convert<Custom: ChannelCustomData>() -> ChatChannel<Custom>

    /// Stores a channel: every attribute is overwritten, nil included.
    @discardableResult
    static func insertOrUpdate<Custom: ChannelCustomData>(
        channel: ChatChannel<Custom>,
        into db: Database
    ) throws -> Self

    /// Changes a stored channel; a change that is known or older changes nothing.
    @discardableResult
    static func patch<Custom: ChannelCustomData>(
        usingPatch patcher: ChatChannel<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a channel and returns what was stored; nil when there was none.
    @discardableResult
    static func remove(channelId: String, from db: Database) throws -> Self?

    /// A request for the channel with this primary key.
    static func channelBy(channelID: String) -> QueryInterfaceRequest<Self>

    /// A request for the channel that the service knows by this identifier.
    static func channelBy(pubnubId: String) -> QueryInterfaceRequest<Self>
}

extension ManagedChatChannel {
    /// A request for the members of the channel, in no order.
    public var managedMembers: QueryInterfaceRequest<ManagedMember> {
        ManagedMember.membersBy(channelID: pubnubChannelID, excludingUserId: nil, onlyPresent: false)
    }

    /// A request for the messages of the channel, in no order.
    public var managedMessages: QueryInterfaceRequest<ManagedMessage> {
        ManagedMessage.messagesBy(pubnubChannelId: pubnubChannelID)
    }
}
