/// The custom data of all chat objects of an app; what it does not name is ``VoidCustomData``.
public protocol ChatCustomData: Sendable {
    /// Custom data of users.
    associatedtype User: UserCustomData = VoidCustomData
    /// Custom data of channels.
    associatedtype Channel: ChannelCustomData = VoidCustomData
    /// Custom data of memberships.
    associatedtype Member: MemberCustomData = VoidCustomData
    /// Custom data of messages.
    associatedtype Message: MessageCustomData = VoidCustomData
    /// Extra content of messages.
    associatedtype MessageContent: MessageContentData = VoidCustomData
}
