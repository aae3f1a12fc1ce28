public import PubNub

extension ChatMember {
    /// Reads a member of a channel. A user without metadata has an identifier alone.
    ///
    /// - Parameters:
    ///   - member: What the service has.
    ///   - channelId: The channel.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that does not fit the type.
    public init(_ member: PNChannelMember, channelId: String) throws {
        try self.init(
            member,
            channel: ChatChannel(id: channelId),
            user: try member.metadata.map { try ChatUser($0) } ?? ChatUser(id: member.uuid)
        )
    }

    /// Reads a membership of a user. A channel without metadata has an identifier alone.
    ///
    /// - Parameters:
    ///   - membership: What the service has.
    ///   - userId: The user.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that does not fit the type.
    public init(_ membership: PNMembership, userId: String) throws {
        try self.init(
            membership,
            channel: try membership.metadata.map { try ChatChannel($0) } ?? ChatChannel(id: membership.channel),
            user: ChatUser(id: userId)
        )
    }

    private init(
        _ object: PNBaseAppContextObject,
        channel: ChatChannel<Custom.Channel>,
        user: ChatUser<Custom.User>
    ) throws {
        self.init(
            chatChannel: channel,
            chatUser: user,
            status: object.status,
            updated: object.updated,
            eTag: object.eTag,
            custom: try CustomCoder.custom(Custom.Member.self, from: [String: ChatJSON](client: object.custom))
        )
    }

    /// The entry that sets this membership at the service.
    ///
    /// - Parameters:
    ///   - key: What names its other side: `uuid` or `channel`.
    ///   - id: The identifier of the other side.
    /// - Returns: The entry.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is not flat.
    func serviceEntry(_ key: String, _ id: String) throws -> [String: Any] {
        var entry: [String: Any] = [key: id]
        let members = try CustomCoder.members(of: custom, isFlat: true)
        if !members.isEmpty { entry["custom"] = members.native }
        if let status { entry["status"] = status }
        return entry
    }
}
