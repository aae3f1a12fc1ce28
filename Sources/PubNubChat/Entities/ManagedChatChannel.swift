public import GRDB

/// A row that represents a channel.
public protocol ManagedChatChannel: ManagedChatEntity {
    /// The rows for memberships.
    associatedtype ManagedMember: ManagedChatMember = PubNubManagedMember
    /// The rows for messages.
    associatedtype ManagedMessage: ManagedChatMessage = PubNubManagedMessage

    /// Its identifier at the service, which may differ from the primary key.
    var pubnubChannelID: String { get }

    /// The number of stored members.
    var memberEntityCount: Int { get }

    /// The number of stored members who are present.
    var presentMemberEntityCount: Int { get }

    /// A request for its members, in no order. The default implementation uses `membersBy(channelID:)` with
    /// ``pubnubChannelID``.
    var managedMembers: QueryInterfaceRequest<ManagedMember> { get }

    /// A request for its messages, in no order. The default implementation uses `messagesBy(pubnubChannelId:)` with
    /// ``pubnubChannelID``.
    var managedMessages: QueryInterfaceRequest<ManagedMessage> { get }

    /// Makes the channel that the row holds; custom data that does not fit the type has its default value.
    func convert<Custom: ChannelCustomData>() -> ChatChannel<Custom>

    /// Stores a channel. Every attribute is overwritten, also by nil.
    @discardableResult
    static func insertOrUpdate<Custom: ChannelCustomData>(
        channel: ChatChannel<Custom>,
        into db: Database
    ) throws -> Self

    /// Changes a stored channel; a change that is already applied or older is ignored.
    @discardableResult
    static func patch<Custom: ChannelCustomData>(
        usingPatch patcher: ChatChannel<Custom>.Patcher,
        into db: Database
    ) throws -> Self

    /// Removes a channel and returns it; nil if none exists.
    @discardableResult
    static func remove(channelId: String, from db: Database) throws -> Self?

    /// A request for the channel with this primary key.
    static func channelBy(channelID: String) -> QueryInterfaceRequest<Self>

    /// A request for the channel with this identifier at the service.
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
