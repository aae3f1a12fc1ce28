import Foundation
import PubNubChat

/// The expected content of a store, in dictionaries: an independent implementation of the documented rules without a
/// database.
struct PlainStore {
    struct Membership: Equatable {
        var channel: String?
        var user: String?
        var status: String?
        var eTag: String?
        var updated: Date?
        var isPresent = false
        /// Whether it has more than presence.
        var isMember = false
    }

    struct Post: Equatable {
        var text: String
        var timetoken: Timetoken
        var channel: String?
        var user: String?
        /// The timetokens of its republications.
        var copies: Set<Timetoken> = []
    }

    struct Reaction: Equatable {
        var value: String
        var parent: String?
        var user: String?
        /// The publication of the message that it was added to.
        var parentTimetoken: Timetoken
    }

    /// A place in the history of a channel.
    struct Place: Hashable {
        var channel: String
        var timetoken: Timetoken
    }

    /// A publication that was refused.
    struct Refused {
        var id: String
        var user: String
    }

    var channels: [String: Channel] = [:] {
        didSet { for id in channels.keys where oldValue[id] == nil { link(id) } }
    }
    var users: [String: User] = [:]
    var members: [String: Membership] = [:]
    var posts: [String: Post] = [:]
    /// The removed channels of messages.
    var former: [String: String] = [:]
    var refused: [Place: Refused] = [:]
    var reactions: [String: Reaction] = [:]
    /// Reactions that arrived before their message.
    var pending: [String: Action] = [:]
    /// The channels and identifiers of the reactions that the service removed. They never come back.
    var withdrawals: Set<String> = []
    /// Every reaction that arrived.
    var reported: [String: Action] = [:]

    mutating func store(_ member: Member, force: Bool) -> Bool {
        let channel = member.chatChannel
        let user = member.chatUser
        let writesChannel = force || (channel.eTag != nil && channel.updated != nil)
        let writesUser = force || (user.eTag != nil && user.updated != nil)
        guard writesChannel || channels[channel.id] != nil, writesUser || users[user.id] != nil else { return false }
        if writesChannel, channel != Channel(id: channel.id) || channels[channel.id] == nil {
            channels[channel.id] = channel
        }
        if writesUser, user != User(id: user.id) || users[user.id] == nil { users[user.id] = user }
        var stored = members[member.id] ?? Membership()
        stored.channel = channel.id
        stored.user = user.id
        let isEvent = member.presence != nil && member.status == nil && member.eTag == nil && member.updated == nil
        if !isEvent {
            stored.isMember = true
            stored.status = member.status
            stored.eTag = member.eTag
            stored.updated = member.updated
        }
        if let presence = member.presence { stored.isPresent = presence.isPresent }
        members[member.id] = stored
        return true
    }

    mutating func store(_ message: Message, processesActions: Bool) -> Bool {
        guard channels[message.pubnubChannelId] != nil, users[message.pubnubUserId] != nil else { return false }
        let isNew = posts[message.id] == nil
        posts[message.id] = Post(
            text: message.text,
            timetoken: message.timetoken,
            channel: message.pubnubChannelId,
            user: message.pubnubUserId
        )
        guard isNew || processesActions else { return true }
        let kept = Set(message.messageActions.map(\.id))
        reactions = reactions.filter { $0.value.parent != message.id || kept.contains($0.key) }
        for action in message.messageActions where users[action.pubnubUserId] != nil && !isWithdrawn(action) {
            reactions[action.id] = reaction(action, to: message.id)
        }
        return true
    }

    mutating func store(_ action: Action) -> Bool {
        guard let parent = parent(of: action), users[action.pubnubUserId] != nil else { return false }
        if !isWithdrawn(action) { reactions[action.id] = reaction(action, to: parent) }
        return true
    }

    func isWithdrawn(_ action: Action) -> Bool {
        withdrawals.contains("\(action.pubnubChannelId) \(action.id)")
    }

    /// The message of a reaction, by its first publication, otherwise by a republication.
    func parent(of action: Action) -> String? {
        let time = action.parentTimetoken
        let channel = action.pubnubChannelId
        let first = posts.first { $0.value.timetoken == time && $0.value.channel == channel }
        return first?.key ?? posts.first { $0.value.copies.contains(time) && $0.value.channel == channel }?.key
    }

    private func reaction(_ action: Action, to parent: String) -> Reaction {
        Reaction(
            value: action.value,
            parent: parent,
            user: action.pubnubUserId,
            parentTimetoken: action.parentTimetoken
        )
    }

    /// A channel that is stored again gets what is left of it.
    private mutating func link(_ id: String) {
        for key in posts.keys where posts[key]?.channel == nil && former[key] == id { posts[key]?.channel = id }
        for key in members.keys where members[key]?.channel == nil && key.hasPrefix("\(id):") {
            members[key]?.channel = id
        }
    }

    mutating func removeChannel(_ id: String) {
        channels[id] = nil
        for key in posts.keys where posts[key]?.channel == id { former[key] = id }
        for key in members.keys where members[key]?.channel == id { members[key]?.channel = nil }
        for key in posts.keys where posts[key]?.channel == id { posts[key]?.channel = nil }
    }

    mutating func removeUser(_ id: String) {
        users[id] = nil
        for key in members.keys where members[key]?.user == id { members[key]?.user = nil }
        for key in posts.keys where posts[key]?.user == id { posts[key]?.user = nil }
        for key in reactions.keys where reactions[key]?.user == id { reactions[key]?.user = nil }
    }

    mutating func removePost(_ id: String) {
        posts[id] = nil
        former[id] = nil
        for key in reactions.keys where reactions[key]?.parent == id { reactions[key]?.parent = nil }
    }
}
