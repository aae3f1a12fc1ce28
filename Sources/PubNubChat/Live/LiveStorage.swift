import Foundation
import GRDB

/// Applies changes to the rows of a store, by the documented rules. Whatever is older than its row is ignored.
struct LiveStorage<Model: ChatCustomData, Entities: ManagedChatEntities> {
    let db: Database

    private var ledger: Ledger { Ledger(db: db) }

    /// Applies one change.
    func apply(_ change: LiveChange<Model>) throws {
        switch change {
        case .message(let message): try store(message, withActions: false)
        case .user(let patcher): try patch(patcher)
        case .userRemoved(let id, let date): try removeUser(id, at: date)
        case .channel(let patcher): try patch(patcher)
        case .channelRemoved(let id, let date): try removeChannel(id, at: date)
        case .member(let patcher): try patch(patcher)
        case .memberRemoved(let channel, let user, let date): try removeMember(channel, user, at: date)
        case .reaction(let reaction): try store(reaction)
        case .reactionRemoved(let reaction):
            try ledger.unpark(reaction.id)
            try Entities.MessageAction.remove(messageActionId: reaction.id, from: db)
        case .presence(let channel, let user, let presence): try store(presence, channel, user)
        case .presenceOutdated, .typing: break
        }
    }

    /// Stores a message, and the reactions that came before it.
    ///
    /// What was published first under an identifier is the message: a second copy changes nothing, in whatever order they come.
    func store(_ message: ChatMessage<Model>, withActions: Bool) throws {
        if let row = try Entities.Message.messageBy(messageId: message.id).fetchOne(db), row.pubnubMessageID != 0 {
            // A row whose author or channel was removed is anybody's.
            if let stored: ChatMessage<Model> = try? row.convert(from: db) {
                let isSame =
                    stored.pubnubUserId == message.pubnubUserId && stored.pubnubChannelId == message.pubnubChannelId
                guard isSame else { throw ChatError.entityCreationError("another message \(message.id) is stored") }
            }
            if message.timetoken > row.pubnubMessageID { return }
        }
        try Entities.Message.insertOrUpdate(message: message, processMessageActions: withActions, into: db)
        let parked = try ledger.takeParked(Model.self, channel: message.pubnubChannelId, parent: message.timetoken)
        for reaction in parked { try store(reaction) }
    }

    /// Stores a reaction, or keeps it aside until its message comes.
    func store(_ reaction: ChatMessageAction<Model>) throws {
        if try isParentStored(reaction) {
            try Entities.MessageAction.insertOrUpdate(messageAction: reaction, into: db)
        } else {
            try ledger.park(reaction)
        }
    }

    func isParentStored(_ reaction: ChatMessageAction<Model>) throws -> Bool {
        let parent = Entities.Message.messageBy(
            pubnubTimetoken: reaction.parentTimetoken,
            channelId: reaction.pubnubChannelId
        )
        return try parent.fetchOne(db) != nil
    }

    /// Stores who is there. Who was never seen and leaves changes nothing.
    private func store(_ presence: MembershipPresence, _ channel: String, _ user: String) throws {
        let row = Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user)
        guard try presence.isPresent || row.fetchOne(db) != nil else { return }
        let member = ChatMember<Model>(channelId: channel, userId: user, presence: presence)
        try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
    }

    private func patch(_ patcher: ChatUser<Model.User>.Patcher) throws {
        if try Entities.User.userBy(pubnubId: patcher.id).fetchOne(db) == nil {
            try Entities.User.insertOrUpdate(user: ChatUser<Model.User>(id: patcher.id), into: db)
        }
        try Entities.User.patch(usingPatch: patcher, into: db)
    }

    private func patch(_ patcher: ChatChannel<Model.Channel>.Patcher) throws {
        if try Entities.Channel.channelBy(pubnubId: patcher.id).fetchOne(db) == nil {
            try Entities.Channel.insertOrUpdate(channel: ChatChannel<Model.Channel>(id: patcher.id), into: db)
        }
        try Entities.Channel.patch(usingPatch: patcher, into: db)
    }

    private func patch(_ patcher: ChatMember<Model>.Patcher) throws {
        let row = Entities.Member.memberBy(pubnubChannelId: patcher.channelId, pubnubUserId: patcher.userId)
        if try row.fetchOne(db) == nil {
            let member = ChatMember<Model>(channelId: patcher.channelId, userId: patcher.userId)
            try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
        }
        try Entities.Member.patch(usingPatch: patcher, into: db)
    }

    private func removeUser(_ id: String, at date: Date) throws {
        let stored: ChatUser<Model.User>? = try Entities.User.userBy(pubnubId: id).fetchOne(db)?.convert()
        guard isOld(stored?.updated, at: date) else { return }
        try Entities.User.remove(userId: id, from: db)
    }

    private func removeChannel(_ id: String, at date: Date) throws {
        let stored: ChatChannel<Model.Channel>? = try Entities.Channel.channelBy(pubnubId: id).fetchOne(db)?.convert()
        guard isOld(stored?.updated, at: date) else { return }
        try Entities.Channel.remove(channelId: id, from: db)
    }

    private func removeMember(_ channel: String, _ user: String, at date: Date) throws {
        let row = try Entities.Member.memberBy(pubnubChannelId: channel, pubnubUserId: user).fetchOne(db)
        let stored: ChatMember<Model>? = row.flatMap { try? $0.convert(from: db) }
        guard isOld(stored?.updated, at: date) else { return }
        try Entities.Member.remove(channelId: channel, userId: user, from: db)
    }

    private func isOld(_ updated: Date?, at date: Date) -> Bool {
        updated ?? .distantPast <= date
    }
}
