import Foundation
import GRDB

/// Stores real-time events. An event that is older than its row is ignored.
extension ChatStorage {
    /// Applies one change.
    ///
    /// - Parameter change: The change.
    /// - Returns: The reason if a message is refused; nil otherwise.
    /// - Throws: An error if the change cannot be stored.
    func apply(_ change: LiveChange<Model>) throws -> ChatError? {
        switch change {
        case .message(let message): return try store(message, withActions: false)
        case .user(let patcher): try patch(patcher)
        case .userRemoved(let id, let date): try clear(userId: id, at: date)
        case .channel(let patcher): try patch(patcher)
        case .channelRemoved(let id, let date): try clear(channelId: id, at: date)
        case .member(let patcher): try patch(patcher)
        case .memberRemoved(let channel, let user, let date):
            let end = date ?? .distantFuture
            guard try member(channel, user)?.updated ?? .distantPast <= end else { break }
            try removeMember(user, of: channel)
        case .reaction(let reaction): try store(reaction)
        case .reactionRemoved(let reaction): try remove(reaction)
        case .presence(let channel, let user, let presence): try store(presence, of: user, on: channel)
        case .receipt(let channel, let user, let timetoken):
            try Entities.Member.moveMarker(ofUser: user, in: channel, to: timetoken, db)
        case .presenceOutdated, .typing: break
        }
        return nil
    }

    /// Removes a membership that this client ended.
    ///
    /// - Parameters:
    ///   - user: The user of the membership.
    ///   - channel: The channel of the membership.
    /// - Returns: The change to record, because a response in flight may contain the membership.
    /// - Throws: A `DatabaseError` if a statement fails.
    func endMember(_ user: String, of channel: String) throws -> LiveChange<Model> {
        // Not the time of the device, whose clock may be ahead: a membership that begins again later must stay.
        let date = try member(channel, user)?.updated
        try removeMember(user, of: channel)
        return .memberRemoved(channelId: channel, userId: user, at: date)
    }

    /// Whether a recorded change is not applied again after a response. Call it before the response is stored.
    ///
    /// This client ended a membership whose date is not stored. If the store has the membership now, it began again
    /// afterwards, and no date would say so.
    func isSuperseded(_ change: LiveChange<Model>) throws -> Bool {
        guard case .memberRemoved(let channel, let user, nil) = change else { return false }
        return try member(channel, user)?.eTag != nil
    }

    private func patch(_ patcher: ChatUser<Model.User>.Patcher) throws {
        if try user(patcher.id) == nil {
            try Entities.User.insertOrUpdate(user: ChatUser<Model.User>(id: patcher.id), into: db)
        }
        try Entities.User.patch(usingPatch: patcher, into: db)
    }

    private func patch(_ patcher: ChatChannel<Model.Channel>.Patcher) throws {
        if try channel(patcher.id) == nil {
            try Entities.Channel.insertOrUpdate(channel: ChatChannel<Model.Channel>(id: patcher.id), into: db)
        }
        try Entities.Channel.patch(usingPatch: patcher, into: db)
    }

    private func patch(_ patcher: ChatMember<Model>.Patcher) throws {
        if try !hasMember(patcher.channelId, patcher.userId) {
            let member = ChatMember<Model>(channelId: patcher.channelId, userId: patcher.userId)
            try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
        }
        try Entities.Member.patch(usingPatch: patcher, into: db)
        try ledger.showChanges(ofMember: patcher.userId, in: patcher.channelId)
    }
}
