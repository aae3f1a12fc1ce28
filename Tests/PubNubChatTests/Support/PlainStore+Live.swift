import Foundation
import PubNubChat

/// An independent implementation of the rules for real-time events.
extension PlainStore {
    mutating func place(channel id: String) {
        if channels[id] == nil { channels[id] = Channel(id: id) }
    }

    mutating func place(user id: String) {
        if users[id] == nil { users[id] = User(id: id) }
    }

    /// Returns whether the message is stored or known.
    mutating func arrived(_ message: Message) -> Bool {
        guard let post = posts[message.id] else {
            take(message)
            decideAgain(after: message)
            return true
        }
        let isOthers = post.user.map { $0 != message.pubnubUserId } ?? false
        let isElsewhere = post.channel.map { $0 != message.pubnubChannelId } ?? false
        let isSame = post.timetoken == message.timetoken && post.channel == message.pubnubChannelId
        if isOthers || isElsewhere, !isSame {
            guard message.timetoken < post.timetoken else {
                refuse(message.id, message.pubnubUserId, message.pubnubChannelId, message.timetoken)
                return false
            }
            addPending(reactionsTo: message.id)
            for timetoken in post.copies.union([post.timetoken]) {
                refuse(message.id, post.user, post.channel, timetoken)
            }
            take(message)
            posts[message.id]?.copies = []
            decideAgain(after: message)
        } else if message.timetoken > post.timetoken {
            place(channel: message.pubnubChannelId)
            place(user: message.pubnubUserId)
            // Any user may publish the identifier again, so a removed author does not come back here.
            if post.channel == nil { posts[message.id]?.channel = message.pubnubChannelId }
            posts[message.id]?.copies.insert(message.timetoken)
            takePending(message)
        } else {
            take(message)
            posts[message.id]?.copies = post.copies
            if message.timetoken < post.timetoken { posts[message.id]?.copies.insert(post.timetoken) }
            if !isSame { decideAgain(after: message) }
        }
        return true
    }

    private mutating func refuse(_ id: String, _ user: String?, _ channel: String?, _ timetoken: Timetoken) {
        guard let user, let channel else { return }
        let place = Place(channel: channel, timetoken: timetoken)
        if refused[place] == nil { refused[place] = Refused(id: id, user: user) }
    }

    /// Those of the same author become republications, and those that precede the message are missing.
    private mutating func decideAgain(after message: Message) {
        for (place, publication) in refused where publication.id == message.id {
            let isOwn = publication.user == message.pubnubUserId && place.channel == message.pubnubChannelId
            guard isOwn || place.timetoken < message.timetoken else { continue }
            refused[place] = nil
            guard isOwn, place.timetoken > message.timetoken else { continue }
            posts[message.id]?.copies.insert(place.timetoken)
            var republication = message
            republication.timetoken = place.timetoken
            takePending(republication)
        }
    }

    private mutating func take(_ message: Message) {
        place(channel: message.pubnubChannelId)
        place(user: message.pubnubUserId)
        _ = store(message, processesActions: false)
        takePending(message)
    }

    private mutating func takePending(_ message: Message) {
        for action in pending.values.sorted(by: { $0.actionTimetoken < $1.actionTimetoken })
        where action.pubnubChannelId == message.pubnubChannelId && action.parentTimetoken == message.timetoken {
            pending[action.id] = nil
            arrived(action)
        }
    }

    /// Makes the reactions to a message pending that belongs to another author or channel.
    private mutating func addPending(reactionsTo id: String) {
        for (key, reaction) in reactions where reaction.parent == id {
            pending[key] = reported[key]
            reactions[key] = nil
        }
    }

    mutating func arrived(_ action: Action) {
        reported[action.id] = action
        guard parent(of: action) != nil else {
            if !isWithdrawn(action) { pending[action.id] = action }
            return
        }
        place(user: action.pubnubUserId)
        _ = store(action)
    }

    mutating func withdrawn(_ action: Action) {
        withdrawals.insert("\(action.pubnubChannelId) \(action.id)")
        pending[action.id] = nil
        reactions[action.id] = nil
    }

    mutating func patched(_ patcher: User.Patcher) {
        place(user: patcher.id)
        users[patcher.id] = users[patcher.id]?.patch(patcher)
    }

    mutating func patched(_ patcher: Channel.Patcher) {
        place(channel: patcher.id)
        channels[patcher.id] = channels[patcher.id]?.patch(patcher)
    }

    mutating func patched(_ patcher: Member.Patcher) {
        if membership(patcher.channelId, patcher.userId) == nil {
            _ = store(Member(channelId: patcher.channelId, userId: patcher.userId), force: true)
        }
        guard let (key, stored) = membership(patcher.channelId, patcher.userId) else { return }
        guard stored.eTag != patcher.eTag, patcher.updated > stored.updated ?? .distantPast else { return }
        var member = stored
        member.eTag = patcher.eTag
        member.updated = patcher.updated
        member.isMember = true
        member.status = patcher.status.applied(to: stored.status)
        members[key] = member
    }

    mutating func removed(user id: String, at date: Date) {
        guard let user = users[id], user.updated ?? .distantPast <= date else { return }
        users[id] = User(id: id, updated: date)
    }

    mutating func removed(channel id: String, at date: Date) {
        guard let channel = channels[id], channel.updated ?? .distantPast <= date else { return }
        channels[id] = Channel(id: id, updated: date)
    }

    mutating func removed(member user: String, of channel: String, at date: Date) {
        guard let stored = membership(channel, user) else {
            members["\(channel):\(user)"] = nil
            return
        }
        guard stored.value.updated ?? .distantPast <= date else { return }
        // A present user stays as a visitor.
        members[stored.key] =
            stored.value.isPresent ? Membership(channel: channel, user: user, isPresent: true) : nil
    }

    mutating func seen(_ user: String, on channel: String, isPresent: Bool) {
        guard isPresent || membership(channel, user) != nil else { return }
        let presence = MembershipPresence(isPresent: isPresent)
        _ = store(Member(channelId: channel, userId: user, presence: presence), force: true)
        guard !isPresent, let (key, stored) = membership(channel, user), !stored.isMember else { return }
        members[key] = nil
    }

    private func membership(_ channel: String, _ user: String) -> (key: String, value: Membership)? {
        members.first { $0.value.channel == channel && $0.value.user == user }.map { ($0.key, $0.value) }
    }
}
