import GRDB

/// Storing what the service keeps as objects. Nothing that is stored and newer is taken back, and custom data that was not asked for stays.
extension DataProvider {
    static func store(fetched channel: ChatChannel<ModelData.Channel>, hasCustom: Bool, in db: Database) throws {
        guard let merged = try merged(channel, hasCustom, db) else { return }
        try ManagedEntities.Channel.insertOrUpdate(channel: merged, into: db)
    }

    static func store(fetched user: ChatUser<ModelData.User>, hasCustom: Bool, in db: Database) throws {
        guard let merged = try merged(user, hasCustom, db) else { return }
        try ManagedEntities.User.insertOrUpdate(user: merged, into: db)
    }

    static func store(fetched member: ChatMember<ModelData>, hasCustom: Bool, in db: Database) throws {
        let stored = try self.member(member.chatChannel.id, member.chatUser.id, in: db)
        var merged = member.merged(with: stored, hasCustom: hasCustom) ?? stored ?? member
        merged.chatChannel =
            try self.merged(member.chatChannel, hasCustom, db) ?? ChatChannel(id: member.chatChannel.id)
        merged.chatUser = try self.merged(member.chatUser, hasCustom, db) ?? ChatUser(id: member.chatUser.id)
        merged.presence = nil
        try ManagedEntities.Member.insertOrUpdate(member: merged, forceWrite: true, into: db)
    }

    /// The stored membership; nil when it is not stored, or without its channel or user.
    static func member(_ channelId: String, _ userId: String, in db: Database) throws -> ChatMember<ModelData>? {
        let request = ManagedEntities.Member.memberBy(pubnubChannelId: channelId, pubnubUserId: userId)
        guard let row = try request.fetchOne(db) else { return nil }
        do {
            return try row.convert(from: db)
        } catch is ChatError {
            return nil
        }
    }

    private static func merged(
        _ channel: ChatChannel<ModelData.Channel>,
        _ hasCustom: Bool,
        _ db: Database
    ) throws -> ChatChannel<ModelData.Channel>? {
        let row = try ManagedEntities.Channel.channelBy(pubnubId: channel.id).fetchOne(db)
        return channel.merged(with: row?.convert(), hasCustom: hasCustom)
    }

    private static func merged(
        _ user: ChatUser<ModelData.User>,
        _ hasCustom: Bool,
        _ db: Database
    ) throws -> ChatUser<ModelData.User>? {
        let row = try ManagedEntities.User.userBy(pubnubId: user.id).fetchOne(db)
        return user.merged(with: row?.convert(), hasCustom: hasCustom)
    }
}
