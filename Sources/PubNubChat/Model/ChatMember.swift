public import Foundation

/// A user in a channel, as it travels between the app and the service.
@dynamicMemberLookup
public struct ChatMember<Custom: ChatCustomData>: Identifiable, Hashable, Sendable {
    /// The channel.
    public var chatChannel: ChatChannel<Custom.Channel>
    /// The user.
    public var chatUser: ChatUser<Custom.User>
    /// The status of the membership.
    public var status: String?
    /// When the service changed the membership last.
    public var updated: Date?
    /// What differs after each change at the service.
    public var eTag: String?
    /// What the app adds.
    public var custom: Custom.Member
    /// Whether the user is there; nil when this is not known.
    public var presence: MembershipPresence?

    /// Makes a member of a channel and a user.
    ///
    /// - Parameters:
    ///   - chatChannel: The channel.
    ///   - chatUser: The user.
    ///   - status: The status of the membership.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    ///   - presence: Whether the user is there.
    public init(
        chatChannel: ChatChannel<Custom.Channel>,
        chatUser: ChatUser<Custom.User>,
        status: String? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom.Member = Custom.Member(),
        presence: MembershipPresence? = nil
    ) {
        self.chatChannel = chatChannel
        self.chatUser = chatUser
        self.status = status
        self.updated = updated
        self.eTag = eTag
        self.custom = custom
        self.presence = presence
    }

    /// Makes a member of identifiers alone.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - userId: The identifier of the user.
    ///   - status: The status of the membership.
    ///   - updated: When the service changed it last.
    ///   - eTag: The service's tag.
    ///   - custom: What the app adds.
    ///   - presence: Whether the user is there.
    public init(
        channelId: String,
        userId: String,
        status: String? = nil,
        updated: Date? = nil,
        eTag: String? = nil,
        custom: Custom.Member = Custom.Member(),
        presence: MembershipPresence? = nil
    ) {
        self.init(
            chatChannel: ChatChannel(id: channelId),
            chatUser: ChatUser(id: userId),
            status: status,
            updated: updated,
            eTag: eTag,
            custom: custom,
            presence: presence
        )
    }

    /// The identifiers of channel and user, joined.
    public var id: String { MemberID.text(channelId: chatChannel.id, userId: chatUser.id) }

    /// Whether the user is there; nil when this is not known.
    public var isPresent: Bool? { presence?.isPresent }

    /// A field of the custom data.
    public subscript<Field>(dynamicMember path: WritableKeyPath<Custom.Member, Field>) -> Field {
        get { custom[keyPath: path] }
        set { custom[keyPath: path] = newValue }
    }

    /// Whether it tells nothing of the membership but presence, as events of presence do.
    var isPresenceOnly: Bool {
        presence != nil && status == nil && updated == nil && eTag == nil && custom == Custom.Member()
    }

    /// The membership after a change that the service told.
    ///
    /// - Parameter patcher: The change.
    /// - Returns: The changed membership; an equal one when the change is for another one, known or older.
    public func patch(_ patcher: Patcher) -> Self {
        guard
            patcher.applies(channelId: chatChannel.id, userId: chatUser.id, eTag: eTag, updated: updated)
        else { return self }
        var patched = self
        patched.status = patcher.status.applied(to: status)
        patched.custom = patcher.custom.applied(to: custom) ?? Custom.Member()
        patched.updated = patcher.updated
        patched.eTag = patcher.eTag
        return patched
    }
}

/// A member without custom data.
public typealias PubNubChatMember = ChatMember<VoidCustomData>
