import GRDB

/// What the service keeps as objects. Nothing that is stored and newer is taken back.
extension ChatStorage {
    /// Stores a channel that was fetched; custom data that was not asked for stays.
    func store(fetched channel: ChatChannel<Model.Channel>, hasCustom: Bool = true) throws {
        guard let merged = try merged(channel, hasCustom) else { return }
        try Entities.Channel.insertOrUpdate(channel: merged, into: db)
    }

    /// Stores a user that was fetched; custom data that was not asked for stays.
    func store(fetched user: ChatUser<Model.User>, hasCustom: Bool = true) throws {
        guard let merged = try merged(user, hasCustom) else { return }
        try Entities.User.insertOrUpdate(user: merged, into: db)
    }

    /// Stores a membership that was fetched, with its channel and user; custom data that was not asked for stays, and presence does.
    func store(fetched member: ChatMember<Model>, hasCustom: Bool = true) throws {
        let stored = try self.member(member.chatChannel.id, member.chatUser.id)
        var merged = member.merged(with: stored, hasCustom: hasCustom) ?? stored ?? member
        merged.chatChannel = try self.merged(member.chatChannel, hasCustom) ?? ChatChannel(id: member.chatChannel.id)
        merged.chatUser = try self.merged(member.chatUser, hasCustom) ?? ChatUser(id: member.chatUser.id)
        merged.presence = nil
        try Entities.Member.insertOrUpdate(member: merged, forceWrite: true, into: db)
    }

    /// Removes the memberships of a channel that are not among these.
    func removeMembers(of channel: String, allBut members: [ChatMember<Model>]) throws {
        let named = Set(members.map(\.id))
        let rows = Entities.Member.membersBy(channelID: channel, excludingUserId: nil, onlyPresent: false)
        for row in try rows.fetchAll(db) {
            guard let stored: ChatMember<Model> = try known({ try row.convert(from: db) }), !named.contains(stored.id)
            else { continue }
            try Entities.Member.remove(channelId: channel, userId: stored.chatUser.id, from: db)
        }
    }

    /// A stored channel.
    func channel(_ id: String) throws -> ChatChannel<Model.Channel>? {
        try Entities.Channel.channelBy(pubnubId: id).fetchOne(db)?.convert()
    }

    /// A stored user.
    func user(_ id: String) throws -> ChatUser<Model.User>? {
        try Entities.User.userBy(pubnubId: id).fetchOne(db)?.convert()
    }

    /// A stored membership; nil also when it is stored without its channel or user.
    func member(_ channel: String, _ user: String) throws -> ChatMember<Model>? {
        let request = Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user)
        guard let row = try request.fetchOne(db) else { return nil }
        return try known { try row.convert(from: db) }
    }

    private func merged(
        _ fetched: ChatChannel<Model.Channel>,
        _ hasCustom: Bool
    ) throws -> ChatChannel<Model.Channel>? {
        fetched.merged(with: try channel(fetched.id), hasCustom: hasCustom)
    }

    private func merged(_ fetched: ChatUser<Model.User>, _ hasCustom: Bool) throws -> ChatUser<Model.User>? {
        fetched.merged(with: try user(fetched.id), hasCustom: hasCustom)
    }
}
