/// A channel as a list of channels shows it.
///
/// `ChatProvider.channelRows(_:limit:pinnedBy:)` observes a list.
public struct ChatChannelRow<Model: ChatCustomData>: Identifiable, Hashable, Sendable {
    /// The maximum number of other members that a row names.
    static var maxOthers: Int { 5 }

    /// The channel.
    public let channel: ChatChannel<Model.Channel>
    /// The name to show: that of the channel; for a direct channel the names of the other members; else the identifier.
    public let title: String
    /// Whether the type of the channel is `direct`.
    public let isDirect: Bool
    /// The newest message that is not deleted, or an own one that is not published yet; nil if none is stored.
    public let lastMessage: ChatMessageRow<Model>?
    /// The unread messages; nil for a channel without a read marker.
    public let unread: ChatUnreadCount?
    /// The number of stored unread messages that mention the current user.
    public let mentions: Int
    /// The number of members.
    public let memberCount: Int
    /// The number of present users.
    public let presentCount: Int
    /// Other members by identifier, at most 5.
    public let others: [ChatUser<Model.User>]
    /// The content of the draft; nil for none.
    public let draft: String?
    /// The time by which lists are sorted: the timetoken of the last message or, without one, of the own membership; 0 if
    /// there is neither.
    public let activity: Timetoken
    /// Whether the membership of the current user has the key by which the list puts channels first.
    public let isPinned: Bool

    /// The identifier of the channel.
    public var id: String { channel.id }
}

/// The channels of a list, without threads and other channels that only this layer or PubNub's Chat SDK uses, and without
/// channels with the status `deleted`.
public enum ChatChannelList: Hashable, Sendable {
    /// The channels that the current user is a member of.
    case joined
    /// Those of the type `direct`.
    case direct
    /// Those of this type.
    case type(String)
    /// Exactly these channels if they are stored, also without a membership.
    case ids([String])
}
