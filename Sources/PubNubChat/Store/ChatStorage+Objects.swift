import Foundation
import GRDB

/// Stores objects of App Context. Stale responses never overwrite newer data.
extension ChatStorage {
    /// Stores a channel that was fetched. Custom data that was not requested stays.
    func store(fetched channel: ChatChannel<Model.Channel>, hasCustom: Bool = true) throws {
        guard let merged = try merged(channel, hasCustom) else { return }
        try Entities.Channel.insertOrUpdate(channel: merged, into: db)
    }

    /// Stores a user that was fetched. Custom data that was not requested stays.
    func store(fetched user: ChatUser<Model.User>, hasCustom: Bool = true) throws {
        guard let merged = try merged(user, hasCustom) else { return }
        try Entities.User.insertOrUpdate(user: merged, into: db)
    }

    /// Stores a membership that was fetched, with its channel and user. The stored presence stays.
    ///
    /// - Parameters:
    ///   - member: The membership.
    ///   - hasCustom: Whether the request included custom data; otherwise the stored custom data stays.
    ///   - hasUser: Whether the request included the metadata of the user. If so, stored metadata that the service
    ///     deleted is removed, as ``clearSynced(channelId:)`` does for a channel.
    /// - Throws: An error if the membership cannot be stored.
    func store(fetched member: ChatMember<Model>, hasCustom: Bool = true, hasUser: Bool = false) throws {
        let stored = try self.member(member.chatChannel.id, member.chatUser.id)
        var merged = member.merged(with: stored, hasCustom: hasCustom) ?? stored ?? member
        merged.chatChannel = try self.merged(member.chatChannel, hasCustom) ?? ChatChannel(id: member.chatChannel.id)
        let storedUser = try user(member.chatUser.id)
        merged.chatUser =
            member.chatUser.merged(with: storedUser, hasCustom: hasCustom) ?? ChatUser(id: member.chatUser.id)
        merged.presence = nil
        if hasUser, member.chatUser.isPlaceholder, storedUser?.isSynced == true {
            try Entities.User.insertOrUpdate(user: ChatUser<Model.User>(id: member.chatUser.id), into: db)
        }
        try Entities.Member.insertOrUpdate(member: merged, forceWrite: true, into: db)
        if merged.eTag == nil || merged.updated == nil {
            try Entities.Member.confirm(channelId: member.chatChannel.id, userId: member.chatUser.id, in: db)
        }
        try ledger.showChanges(ofMember: member.chatUser.id, in: member.chatChannel.id)
    }

    /// Removes a membership that ended at the service. A user who is present stays as a visitor, and one who joins again a member,
    /// whose marker since then waits for the new membership.
    func removeMember(_ user: String, of channel: String) throws {
        let marker = try ledger.markerAfterWaitingJoin(of: user, in: channel)
        try endMembership(of: user, in: channel)
        try ledger.showWaitingJoin(of: user, in: channel)
        if let marker { try ledger.restore(marker) }
    }

    private func endMembership(of user: String, in channel: String) throws {
        guard try !Entities.Member.endMembership(channelId: channel, userId: user, in: db) else { return }
        let presence = try member(channel, user)?.presence
        try Entities.Member.remove(channelId: channel, userId: user, from: db)
        guard let presence, presence.isPresent else { return }
        try store(presenceOf: ChatMember(channelId: channel, userId: user, presence: presence))
    }

    /// Makes a stored channel whose metadata the service deleted a placeholder. Its messages and members stay.
    ///
    /// - Parameters:
    ///   - channelId: The channel.
    ///   - date: The date of the deletion; nil for now. Newer metadata stays. The placeholder has this date, so that
    ///     only later metadata is stored.
    /// - Throws: An error if the channel cannot be stored.
    func clear(channelId: String, at date: Date?) throws {
        guard let stored = try channel(channelId), let moment = deletion(of: stored, at: date) else { return }
        let placeholder = ChatChannel<Model.Channel>(id: stored.id, updated: moment.date)
        try Entities.Channel.insertOrUpdate(channel: placeholder, into: db)
    }

    /// Makes a stored user whose metadata the service deleted a placeholder, as ``clear(channelId:at:)`` does for a
    /// channel.
    func clear(userId: String, at date: Date?) throws {
        guard let stored = try user(userId), let moment = deletion(of: stored, at: date) else { return }
        let placeholder = ChatUser<Model.User>(id: stored.id, updated: moment.date)
        try Entities.User.insertOrUpdate(user: placeholder, into: db)
    }

    /// Makes a stored channel a placeholder if its metadata came from the service, which no longer has any. Metadata
    /// that only the application stored stays. The date of the deletion is unknown, so the placeholder has no date, and
    /// any later metadata is stored.
    func clearSynced(channelId: String) throws {
        guard try channel(channelId)?.isSynced == true else { return }
        try Entities.Channel.insertOrUpdate(channel: ChatChannel<Model.Channel>(id: channelId), into: db)
    }

    /// The date that a placeholder gets.
    private struct Deletion {
        /// nil if neither the object nor its deletion has one.
        var date: Date?
    }

    /// The deletion of an object; nil if the object is newer.
    private func deletion(of object: some FetchedObject, at date: Date?) -> Deletion? {
        guard let date else { return Deletion(date: object.updated) }
        guard let updated = object.updated else { return Deletion(date: date) }
        return updated <= date ? Deletion(date: date) : nil
    }

    /// Stores a channel of which only the identifier is known, unless the channel is stored.
    func place(channel id: String) throws {
        guard try channel(id) == nil else { return }
        try Entities.Channel.insertOrUpdate(channel: ChatChannel<Model.Channel>(id: id), into: db)
    }

    /// Stores a user of whom only the identifier is known, unless the user is stored.
    func place(user id: String) throws {
        guard try user(id) == nil else { return }
        try Entities.User.insertOrUpdate(user: ChatUser<Model.User>(id: id), into: db)
    }

    /// A stored channel.
    func channel(_ id: String) throws -> ChatChannel<Model.Channel>? {
        if Entities.Channel.self == PubNubManagedChannel.self {
            return try PubNubManagedChannel.stored(id, in: db)?.convert()
        }
        return try Entities.Channel.channelBy(pubnubId: id).fetchOne(db)?.convert()
    }

    /// A stored user.
    func user(_ id: String) throws -> ChatUser<Model.User>? {
        if Entities.User.self == PubNubManagedUser.self {
            return try PubNubManagedUser.stored(id, in: db)?.convert()
        }
        return try Entities.User.userBy(pubnubId: id).fetchOne(db)?.convert()
    }

    /// A stored membership; nil also if its channel or user was removed.
    func member(_ channel: String, _ user: String) throws -> ChatMember<Model>? {
        if Entities.Member.self == PubNubManagedMember.self {
            guard let row = try PubNubManagedMember.stored(channelId: channel, userId: user, in: db) else { return nil }
            return try row.convert(from: db)
        }
        let request = Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user)
        guard let row = try request.fetchOne(db) else { return nil }
        return try known { try row.convert(from: db) }
    }

    /// Whether a membership is stored whose channel and user are.
    func hasMember(_ channel: String, _ user: String) throws -> Bool {
        if Entities.Member.self == PubNubManagedMember.self {
            return try PubNubManagedMember.stored(channelId: channel, userId: user, in: db) != nil
        }
        return try !Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user).isEmpty(db)
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
