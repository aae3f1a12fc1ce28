import Foundation

/// What an event changes in the local store.
enum LiveChange<Model: ChatCustomData>: Sendable, Equatable {
    case message(ChatMessage<Model>)
    case user(ChatUser<Model.User>.Patcher)
    /// The metadata of a user was deleted: at that date, or just now by this client for nil.
    case userRemoved(String, at: Date?)
    case channel(ChatChannel<Model.Channel>.Patcher)
    /// The metadata of a channel was deleted, likewise.
    case channelRemoved(String, at: Date?)
    case member(ChatMember<Model>.Patcher)
    case memberRemoved(channelId: String, userId: String, at: Date)
    case reaction(ChatMessageAction<Model>)
    case reactionRemoved(ChatMessageAction<Model>)
    case presence(channelId: String, userId: String, MembershipPresence)
    /// Nobody knows who is there until the service is asked.
    case presenceOutdated(channelId: String)
    /// Changes no row.
    case typing(channelId: String, userId: String, isTyping: Bool)

    /// Whether an answer about these channels, or about all for nil, which the service may have given before this happened, has to be followed by it.
    func isAbout(_ channels: Set<String>?) -> Bool {
        switch self {
        case .message, .presenceOutdated, .typing: false
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

    /// The fields of the change that do not fit the app's types; nil when all do.
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
