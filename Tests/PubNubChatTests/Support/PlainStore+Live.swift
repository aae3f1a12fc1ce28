import Foundation
import PubNubChat

/// The rules for what arrives in real time, written a second time.
extension PlainStore {
    mutating func place(channel id: String) {
        if channels[id] == nil { channels[id] = Channel(id: id) }
    }

    mutating func place(user id: String) {
        if users[id] == nil { users[id] = User(id: id) }
    }

    /// Returns whether the message is taken or known.
    mutating func arrived(_ message: Message) -> Bool {
        if let post = posts[message.id], post.timetoken != 0 {
            if let channel = post.channel, let user = post.user {
                guard channel == message.pubnubChannelId, user == message.pubnubUserId else { return false }
            }
            if message.timetoken > post.timetoken { return true }
        }
        place(channel: message.pubnubChannelId)
        place(user: message.pubnubUserId)
        _ = store(message, processesActions: false)
        for action in parked.values.sorted(by: { $0.actionTimetoken < $1.actionTimetoken })
        where action.pubnubChannelId == message.pubnubChannelId && action.parentTimetoken == message.timetoken {
            parked[action.id] = nil
            arrived(action)
        }
        return true
    }

    mutating func arrived(_ action: Action) {
        let isThere = posts.values.contains {
            $0.timetoken == action.parentTimetoken && $0.channel == action.pubnubChannelId
        }
        guard isThere else {
            parked[action.id] = action
            return
        }
        place(user: action.pubnubUserId)
        _ = store(action)
    }

    mutating func withdrawn(_ action: Action) {
        parked[action.id] = nil
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
        (member.eTag, member.updated) = (patcher.eTag, patcher.updated)
        member.status = patcher.status.applied(to: stored.status)
        members[key] = member
    }

    mutating func removed(user id: String, at date: Date) {
        if users[id]?.updated ?? .distantPast <= date { removeUser(id) }
    }

    mutating func removed(channel id: String, at date: Date) {
        if channels[id]?.updated ?? .distantPast <= date { removeChannel(id) }
    }

    mutating func removed(member user: String, of channel: String, at date: Date) {
        guard membership(channel, user)?.value.updated ?? .distantPast <= date else { return }
        members["\(channel):\(user)"] = nil
    }

    mutating func seen(_ user: String, on channel: String, isPresent: Bool) {
        guard isPresent || membership(channel, user) != nil else { return }
        let presence = MembershipPresence(isPresent: isPresent)
        _ = store(Member(channelId: channel, userId: user, presence: presence), force: true)
    }

    private func membership(_ channel: String, _ user: String) -> (key: String, value: Membership)? {
        members.first { $0.value.channel == channel && $0.value.user == user }.map { ($0.key, $0.value) }
    }
}
