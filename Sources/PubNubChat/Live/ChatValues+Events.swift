import Foundation
public import PubNub
import PubNubWire

public import typealias PubNubTime.Timetoken

// Events of the client as values, by the same functions that store real-time events.

extension ChatMessage {
    /// Reads a message that was delivered, sent, or fetched from history. Its author and channel have only identifiers;
    /// storing the message adds them if they are missing.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - publisher: The identifier of the author if the message lacks it, for example because this client sent it.
    ///     Without it, the author has an empty identifier.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message lacks a timetoken, for example because it is not
    ///   sent yet, or a required field; ``ChatError/wrongContentType(_:)`` if it is not a message of the schema, for
    ///   example a file message.
    public init(_ message: PNMessage, publisher: String? = nil) throws(ChatError) {
        var arrival = LiveArrival(message)
        if case .message(nil, let payload, let metadata) = arrival.event {
            arrival.event = .message(publisher: publisher, payload: payload, metadata: metadata)
        }
        guard arrival.timetoken > 0 else { throw .missingRequiredData("timetoken of a message on \(arrival.channel)") }
        guard case .message(let read)? = try LiveTranslator<Custom>().changes(of: arrival).first else {
            throw .wrongContentType("the payload on \(arrival.channel) is not a chat message")
        }
        self = read
    }

    /// Reads a signal that contains a message of the schema. Its author and channel have only identifiers. History
    /// never contains signals.
    ///
    /// - Parameter signal: The signal.
    /// - Throws: ``ChatError`` if the payload is not a message of the schema.
    public init(_ signal: PNSignalEventData) throws(ChatError) {
        var arrival = LiveArrival(signal)
        if case .signal(let publisher, let payload) = arrival.event {
            arrival.event = .message(publisher: publisher, payload: payload)
        }
        guard case .message(let read)? = try LiveTranslator<Custom>().changes(of: arrival).first else {
            throw .wrongContentType("the signal on \(arrival.channel) is not a chat message")
        }
        self = read
    }
}

extension ChatMessageAction {
    /// Reads the reaction of an event. Its author has only an identifier.
    ///
    /// - Parameter event: The event. Its `event` says whether the reaction was added or removed.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the event has no reaction.
    public init(_ event: PNMessageActionEventData) throws(ChatError) {
        switch try LiveTranslator<Custom>().changes(of: LiveArrival(event)).first {
        case .reaction(let reaction), .reactionRemoved(let reaction): self = reaction
        default: throw .wrongContentType("the event on \(event.channel) has no reaction")
        }
    }
}

extension ChatMember {
    /// Reads a presence event as members that have only identifiers and presence. Storing them changes only presence.
    ///
    /// - Parameter event: The event.
    /// - Returns: One member for each user that the event names. Empty for an event that has only counts; then
    ///   `syncHereNow(_:)` fetches the present users.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if a state is not JSON.
    public static func members(of event: PNPresenceEvent) throws(ChatError) -> [Self] {
        try LiveTranslator<Custom>().changes(of: LiveArrival(event)).compactMap { change in
            guard case .presence(let channelId, let userId, let presence) = change else { return nil }
            return Self(channelId: channelId, userId: userId, presence: presence)
        }
    }

    /// Reads the present users of channels as members that have only identifiers and presence. Storing them changes
    /// only presence.
    ///
    /// - Parameters:
    ///   - hereNow: The response of the service.
    ///   - hasState: Whether the request included state; otherwise the stored state stays. True by default.
    /// - Returns: One member for each user with an identifier, channel by channel.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if a state is not JSON.
    public static func members(of hereNow: PNHereNow, hasState: Bool = true) throws(ChatError) -> [Self] {
        var members: [Self] = []
        for channel in hereNow.channels() {
            for client in hereNow.participants(for: channel) where !client.isAnonymous() {
                var change = OptionalChange<JSON>.noChange
                if hasState {
                    guard let state = try? [String: JSON](client: client.state(for: channel)) else {
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

/// The change of an App Context event: a user, a channel or a membership.
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
    /// - Throws: ``ChatError`` with the path of the field if the data does not fit the type.
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

/// Whether a user is typing on a channel, from a signal.
public struct ChatTypingChange: Hashable, Sendable {
    /// The channel.
    public let channelId: String
    /// The user.
    public let userId: String
    /// Whether the user is typing.
    public let isTyping: Bool
    /// The timetoken of the signal.
    public let timetoken: Timetoken

    /// Reads a signal. `DataProvider.member(userId:didStartTypingOn:timetoken:)` accepts its values.
    ///
    /// - Parameter signal: The signal.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the signal is not a typing signal, or has no user.
    public init(_ signal: PNSignalEventData) throws(ChatError) {
        let arrival = LiveArrival(signal)
        guard
            case .typing(let channelId, let userId, let isTyping)? = try LiveTranslator<VoidCustomData>()
                .changes(of: arrival).first
        else { throw .wrongContentType("the signal on \(arrival.channel) is not a typing signal") }
        self.channelId = channelId
        self.userId = userId
        self.isTyping = isTyping
        timetoken = arrival.timetoken
    }
}
