import Foundation
public import PubNub
import PubNubWire

// Events of the client as values, by the same functions that store what arrives in real time.

extension ChatMessage {
    /// Reads a message that was delivered, that was sent, or that history gave. Its author and channel have identifiers alone, and are
    /// stored where there are none yet.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - publisher: Who published it, where the message does not say, such as one that this client sent. Without that, the author has
    ///     an empty identifier.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` for a message without timetoken, such as one that is not sent yet, or without a
    ///   field of the schema; ``ChatError/wrongContentType(_:)`` for what is no message of the schema, such as that of a file.
    public init(_ message: PNMessage, publisher: String? = nil) throws(ChatError) {
        var arrival = LiveArrival(message)
        if case .message(nil, let payload) = arrival.event {
            arrival.event = .message(publisher: publisher, payload: payload)
        }
        guard arrival.timetoken > 0 else { throw .missingRequiredData("timetoken of a message on \(arrival.channel)") }
        guard case .message(let read)? = try LiveTranslator<Custom>().changes(of: arrival).first else {
            throw .wrongContentType("what came on \(arrival.channel) is no message of a chat")
        }
        self = read
    }

    /// Reads a signal that carries a message of the schema. Its author and channel have identifiers alone. History never has it.
    ///
    /// - Parameter signal: The signal.
    /// - Throws: ``ChatError`` for a payload that is no message of the schema.
    public init(_ signal: PNSignalEventData) throws(ChatError) {
        var arrival = LiveArrival(signal)
        if case .signal(let publisher, let payload) = arrival.event {
            arrival.event = .message(publisher: publisher, payload: payload)
        }
        guard case .message(let read)? = try LiveTranslator<Custom>().changes(of: arrival).first else {
            throw .wrongContentType("the signal on \(arrival.channel) is no message of a chat")
        }
        self = read
    }
}

extension ChatMessageAction {
    /// Reads the reaction that an event is about; its author has an identifier alone.
    ///
    /// - Parameter event: The event. Its `event` says whether the reaction was added or removed.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for what is no reaction.
    public init(_ event: PNMessageActionEventData) throws(ChatError) {
        switch try LiveTranslator<Custom>().changes(of: LiveArrival(event)).first {
        case .reaction(let reaction), .reactionRemoved(let reaction): self = reaction
        default: throw .wrongContentType("the event on \(event.channel) is about no reaction")
        }
    }
}

extension ChatMember {
    /// Reads who came, left or changed state, as members that have presence and identifiers alone. Storing them changes nothing but
    /// presence.
    ///
    /// - Parameter event: The event.
    /// - Returns: One member for each user that the event names. Empty for an event that only counts: then `syncHereNow(_:)` asks who is
    ///   there.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for a state that is no JSON.
    public static func members(of event: PNPresenceEvent) throws(ChatError) -> [Self] {
        try LiveTranslator<Custom>().changes(of: LiveArrival(event)).compactMap { change in
            guard case .presence(let channelId, let userId, let presence) = change else { return nil }
            return Self(channelId: channelId, userId: userId, presence: presence)
        }
    }

    /// Reads who is on channels, as members that have presence and identifiers alone. Storing them changes nothing but presence.
    ///
    /// - Parameters:
    ///   - hereNow: What the service has.
    ///   - hasState: Whether the state was asked for; the stored one stays otherwise. True by default.
    /// - Returns: One member for each user with an identifier, channel by channel.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for a state that is no JSON.
    public static func members(of hereNow: PNHereNow, hasState: Bool = true) throws(ChatError) -> [Self] {
        var members: [Self] = []
        for channel in hereNow.channels() {
            for client in hereNow.participants(for: channel) where !client.isAnonymous() {
                var change = OptionalChange<ChatJSON>.noChange
                if hasState {
                    guard let state = try? [String: ChatJSON](client: client.state(for: channel)) else {
                        throw .wrongContentType("presence state on \(channel.name)")
                    }
                    change = .of(state)
                }
                let presence = MembershipPresence(isPresent: true, presenceState: change)
                members.append(Self(channelId: channel.name, userId: client.identifier, presence: presence))
            }
        }
        return members
    }
}

/// What an event of App Context changes: a user, a channel or a membership.
public enum ChatObjectChange<Custom: ChatCustomData>: Hashable, Sendable {
    /// A user was created or changed; `DataProvider.patch(user:)` stores it.
    case user(ChatUser<Custom.User>.Patcher)
    /// The metadata of a user was removed.
    case userRemoved(userId: String)
    /// A channel was created or changed; `DataProvider.patch(channel:)` stores it.
    case channel(ChatChannel<Custom.Channel>.Patcher)
    /// The metadata of a channel was removed.
    case channelRemoved(channelId: String)
    /// A membership was created or changed; `DataProvider.patch(member:)` stores it.
    case member(ChatMember<Custom>.Patcher)
    /// A membership ended.
    case memberRemoved(channelId: String, userId: String)

    /// Reads an event.
    ///
    /// - Parameter event: The event.
    /// - Throws: ``ChatError`` for data that does not fit the type, with the path of the field.
    public init(_ event: PNObjectEventData) throws(ChatError) {
        switch try LiveTranslator<Custom>().changes(of: LiveArrival(event)).first {
        case .user(let patcher): self = .user(patcher)
        case .userRemoved(let id, _): self = .userRemoved(userId: id)
        case .channel(let patcher): self = .channel(patcher)
        case .channelRemoved(let id, _): self = .channelRemoved(channelId: id)
        case .member(let patcher): self = .member(patcher)
        case .memberRemoved(let channelId, let userId, _): self = .memberRemoved(channelId: channelId, userId: userId)
        default: throw .wrongContentType("object event of type \(event.type)")
        }
    }
}

/// Whether a user types on a channel, as a signal tells.
public struct ChatTypingChange: Hashable, Sendable {
    /// The channel.
    public let channelId: String
    /// Who began or stopped.
    public let userId: String
    /// Whether the user types now.
    public let isTyping: Bool
    /// When the signal was sent.
    public let timetoken: Timetoken

    /// Reads a signal. `DataProvider.member(userId:didStartTypingOn:timetoken:)` takes what it tells.
    ///
    /// - Parameter signal: The signal.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for a signal about something else, or of nobody.
    public init(_ signal: PNSignalEventData) throws(ChatError) {
        let arrival = LiveArrival(signal)
        guard
            case .typing(let channelId, let userId, let isTyping)? = try LiveTranslator<VoidCustomData>()
                .changes(of: arrival).first
        else { throw .wrongContentType("the signal on \(arrival.channel) is not about typing") }
        self.channelId = channelId
        self.userId = userId
        self.isTyping = isTyping
        timetoken = arrival.timetoken
    }
}
