public import Foundation
import PubNub

/// An event about the connection of a provider, and about how complete its local store is.
///
/// Sync events serve logs, status displays and tests; they are not stored. The queries of the store report changed
/// rows.
public enum ChatSyncEvent: Hashable, Sendable {
    /// The client is connected.
    case connected
    /// The client is not connected. `reason` is nil if the app disconnected it. The client reconnects if its
    /// configuration says so.
    case disconnected(reason: String?)
    /// Data may be missing in these channels. It is being fetched, or will be once the client is connected.
    case outdated(channels: [String])
    /// `count` missing messages or members of this channel were fetched, of `total`; nil if the service does not report
    /// a total, as for messages.
    case fetching(channel: String, part: ChatPart = .messages, count: Int, total: Int? = nil)
    /// Nothing is missing in these channels any more, except messages that ``ChatBackfillPolicy`` leaves out.
    case upToDate(channels: [String])
    /// The missing data of these channels could not be fetched. The provider retries;
    /// ``ChatSyncEvent/missing(channel:part:reason:)`` reports each part, with the condition of the retry.
    case incomplete(channels: [String], reason: String)
    /// This part of a channel could not be fetched. Everything that was stored before stays.
    case missing(channel: String, part: ChatPart, reason: ChatMissingReason)
    /// An item of this channel is not chat data, or a row cannot hold it. It is left out permanently and not fetched
    /// again. `timetoken` is the time of its publication; nil if it has none.
    case skipped(channel: String, ChatError, timetoken: Timetoken? = nil)
    /// These fields of an item of this channel do not fit the app's types. The item is stored with its original JSON;
    /// the fields have their default values when it is converted. `timetoken` identifies a message; it is nil for other
    /// parts.
    case mismatched(channel: String, part: ChatPart, fields: [String], timetoken: Timetoken? = nil)
    /// A statement met a damaged page of the store. Calls that write throw ``ChatError/cannotWriteStore(_:)``. Close the
    /// provider and make a new one: it repairs the search index, or moves the file aside; see ``ChatStoreCondition``.
    case storeDamaged(reason: String)
    /// The service refused the subscription to these channels. They stay requested, and are subscribed again when the
    /// authorization key changes, when this client changes access rights, with the next connection, after
    /// ``ChatProvider/retryMissing()``, and after 5 minutes; names that are not valid are not requested again.
    case refused(channels: [String], reason: String)
    /// The access token of the client ends at this time, which is a minute from now by the clock of this system, or less if
    /// the client got it later. Reported once for each token whose end can be read. Set a new token: otherwise the service
    /// refuses requests from then on, and channels and queued messages wait for other rights.
    case tokenExpiring(at: Date)
    /// A user who may not change this message has added an edit or a deletion to it, which is stored and changes
    /// nothing; see ``ChatChangePolicy``. `type` is `edited` or `deleted`. Reported once.
    case ignored(channel: String, messageId: String, userId: String, type: String)
}

/// A part of the stored data of a channel.
public enum ChatPart: String, CaseIterable, Hashable, Sendable {
    /// The messages, with their reactions.
    case messages
    /// The reactions that were added to or removed from older messages.
    case reactions
    /// The metadata of the channel.
    case channel
    /// The members, with the metadata of their users.
    case members
    /// The present users.
    case presence
}

/// The reason why a part of a channel could not be fetched.
public enum ChatMissingReason: Hashable, Sendable {
    /// The service refuses access (HTTP 403). The provider retries when the authorization key changes, when this client
    /// changes access rights, with the next connection, and after ``ChatProvider/retryMissing()``.
    case forbidden(String)
    /// The add-on that provides it is off for the subscribe key. Only messages report this: without the other add-ons,
    /// a local store is complete without their parts. The provider retries after a pause.
    case notEnabled(String)
    /// The service or a proxy sent an invalid response, such as a web page. The provider retries after a pause.
    case unreadable(String)
    /// The service could not be reached or could not respond. The provider retries after a pause.
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
    /// The reason that an error represents.
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

    /// Whether only other access rights help.
    var isForbidden: Bool {
        if case .forbidden = self { true } else { false }
    }

    /// Whether the add-on is off.
    var isNotEnabled: Bool {
        if case .notEnabled = self { true } else { false }
    }

    /// Whether no other request to the service can succeed now.
    var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}
