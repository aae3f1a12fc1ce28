import Foundation

/// A change of the local store that an event causes.
enum LiveChange<Model: ChatCustomData>: Sendable, Equatable {
    case message(ChatMessage<Model>)
    case user(ChatUser<Model.User>.Patcher)
    /// The metadata of a user was deleted at that date; nil if this client deleted it just now.
    case userRemoved(String, at: Date?)
    case channel(ChatChannel<Model.Channel>.Patcher)
    /// The metadata of a channel was deleted at that date; nil if this client deleted it just now.
    case channelRemoved(String, at: Date?)
    case member(ChatMember<Model>.Patcher)
    /// A membership ended at that date; nil if this client ended one whose date is not stored.
    case memberRemoved(channelId: String, userId: String, at: Date?)
    case reaction(ChatMessageAction<Model>)
    case reactionRemoved(ChatMessageAction<Model>)
    case presence(channelId: String, userId: String, MembershipPresence)
    /// The presence of the channel is unknown until the service is asked.
    case presenceOutdated(channelId: String)
    /// A member has read the channel up to this timetoken.
    case receipt(channelId: String, userId: String, Timetoken)
    /// Changes no row.
    case typing(channelId: String, userId: String, isTyping: Bool)

    /// A membership whose read marker a change may move.
    struct Marked {
        let channel: String
        let user: String
    }

    /// The membership whose read marker the change may move; nil for other changes.
    var marked: Marked? {
        switch self {
        case .member(let patcher): Marked(channel: patcher.channelId, user: patcher.userId)
        case .receipt(let channel, let user, _): Marked(channel: channel, user: user)
        default: nil
        }
    }

    /// Whether the change must be applied again after a response about these channels, which may be older; nil for all
    /// channels.
    func isAbout(_ channels: Set<String>?) -> Bool {
        switch self {
        case .message, .presenceOutdated, .typing, .receipt: false
        case .user, .userRemoved: true
        case .channel(let patcher): channels?.contains(patcher.id) ?? true
        case .member(let patcher): channels?.contains(patcher.channelId) ?? true
        case .reaction(let reaction), .reactionRemoved(let reaction):
            channels?.contains(reaction.pubnubChannelId) ?? true
        case .channelRemoved(let id, _), .memberRemoved(let id, _, _), .presence(let id, _, _):
            channels?.contains(id) ?? true
        }
    }
}

extension LiveChange {
    /// Fields that do not fit the app's types.
    struct Mismatch {
        let part: ChatPart
        let fields: [String]
    }

    /// The fields of the change that do not fit the app's types; nil if all fit.
    var mismatch: Mismatch? {
        let (part, fields): (ChatPart, [String]) =
            switch self {
            case .message(let message): (.messages, message.content.defaultedFields)
            case .user(let patcher): (.members, patcher.customSource.defaulted)
            case .member(let patcher): (.members, patcher.customSource.defaulted)
            case .channel(let patcher): (.channel, patcher.customSource.defaulted)
            default: (.messages, [])
            }
        return fields.isEmpty ? nil : Mismatch(part: part, fields: fields)
    }
}
