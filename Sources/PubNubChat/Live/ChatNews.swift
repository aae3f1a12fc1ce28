import PubNub

/// What a provider reports about its connection, and about whether the local copy has everything.
///
/// News are for people and for tests; they are stored nowhere. The queries of the store report what changes in the local store.
public enum ChatNews: Hashable, Sendable {
    /// The client is connected.
    case connected
    /// The client is not connected, and why: nil when the app wanted it. It goes on trying if it is configured so.
    case disconnected(reason: String?)
    /// Something may be missing in these channels. It is being fetched, or will be once the client is connected.
    case behind(channels: [String])
    /// So many messages, or members, of those that may be missing in this channel have arrived, of so many in all; nil where the service does not say how many
    /// there are, as for messages.
    case filling(channel: String, part: ChatPart = .messages, count: Int, total: Int? = nil)
    /// Nothing is missing in these channels any more, except for what ``ChatFillPolicy`` leaves out.
    case whole(channels: [String])
    /// What is missing in these channels could not be fetched, and why. It is tried again; ``ChatNews/missing(channel:part:reason:)`` names each part and when.
    case incomplete(channels: [String], reason: String)
    /// This part of a channel could not be fetched, and why. Everything that was stored before stays.
    case missing(channel: String, part: ChatPart, reason: ChatMissingReason)
    /// Something on this channel is no chat data, or no row can hold it, and is left out for good: it is not asked for again. The timetoken says when it was
    /// published; nil for what has none.
    case skipped(channel: String, ChatError, timetoken: Timetoken? = nil)
    /// These fields of something on this channel do not fit the app's types. It is stored, with its JSON as it came; the fields have their defaults when it is
    /// converted. The timetoken says which message it is; nil for other parts.
    case mismatched(channel: String, part: ChatPart, fields: [String], timetoken: Timetoken? = nil)
}

/// A part of what a copy has of a channel.
public enum ChatPart: String, CaseIterable, Hashable, Sendable {
    /// The messages, with their reactions.
    case messages
    /// The reactions that were added to older messages, or removed from them.
    case reactions
    /// The metadata of the channel.
    case channel
    /// The members, with the metadata of their users.
    case members
    /// Who is there.
    case presence
}

/// Why a part of a channel could not be fetched.
public enum ChatMissingReason: Hashable, Sendable {
    /// The service refuses access (HTTP 403). It is asked again when the authorization key changes, when this client changes access rights, with the next
    /// connection, and after ``ChatProvider/retryMissing()``.
    case forbidden(String)
    /// The add-on that has it is off for the subscribe key. Only messages are told so: a copy of a keyset without the other parts is whole without them. It is
    /// asked again after a pause.
    case notEnabled(String)
    /// The service, or something in front of it, answered with something else than it should, such as a web page. It is asked again after a pause.
    case unreadable(String)
    /// The service could not be reached or could not answer. It is asked again after a pause.
    case unavailable(String)
}

extension ChatMissingReason: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .forbidden(let text): "access refused: \(text)"
        case .notEnabled(let text): "not enabled: \(text)"
        case .unreadable(let text): "unreadable response: \(text)"
        case .unavailable(let text): "not available: \(text)"
        }
    }
}

extension ChatMissingReason {
    /// The reason that an error stands for.
    init(_ error: any Error) {
        let text = "\(error)"
        self =
            switch error {
            case let error as PNError where error.isFeatureOff: .notEnabled(text)
            case let error as PNError where error.isForbidden: .forbidden(text)
            case let error as PNError where error.isTemporary: .unavailable(text)
            case is PNError, is ChatError: .unreadable(text)
            default: .unavailable(text)
            }
    }

    /// Whether only another access right helps.
    var isForbidden: Bool {
        if case .forbidden = self { true } else { false }
    }

    /// Whether the add-on is off.
    var isNotEnabled: Bool {
        if case .notEnabled = self { true } else { false }
    }

    /// Whether nothing else of the service can be fetched now, either.
    var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}
