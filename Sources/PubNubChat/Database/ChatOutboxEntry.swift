public import Foundation
public import GRDB

/// A change of the current user that the service does not have yet, with its state.
///
/// Messages, edits, deletions, reactions, memberships and read markers are stored first. Each is sent as soon as the service
/// can be reached, those of a channel one after the other in the order of the calls. In the meantime the rows of the store
/// show the effect: `isPending` of ``PubNubManagedMessage``, ``PubNubManagedMessageAction`` and ``PubNubManagedMember``,
/// ``PubNubManagedMessage/sendState`` of a message. If the service refuses a change permanently, its effect is undone in the
/// transaction that marks the entry as failed.
///
/// An entry is removed when the service has the change. Entries can be queried and observed like the rows of the entities:
/// `try ChatOutboxEntry.failed().fetchAll(db)`. ``DataProvider/retry(_:)`` and ``DataProvider/discard(_:)`` take them.
public struct ChatOutboxEntry: Identifiable, Hashable, Sendable {
    /// The kind of a change.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A message is published.
        case message
        /// A message gets another text: ``ChatOutboxEntry/value``.
        case edit
        /// An edit is undone: ``ChatOutboxEntry/value`` has its text.
        case editRemoval
        /// A message is deleted: ``ChatOutboxEntry/value`` is `hard` if that cannot be undone.
        case deletion
        /// A deleted message is restored.
        case restoration
        /// A reaction is added: ``ChatOutboxEntry/value``.
        case reaction
        /// A reaction is removed: ``ChatOutboxEntry/value``.
        case reactionRemoval
        /// The thread of a message is started: ``ChatOutboxEntry/value`` is its channel.
        case thread
        /// The user becomes a member of the channel.
        case join
        /// The user ends the membership.
        case leave
        /// A membership changes: its status, its type, or keys of its custom data.
        case membership
        /// The read marker of the user moves: ``ChatOutboxEntry/value`` is its timetoken. Only the last one of a channel waits. A
        /// refused marker stays in the store.
        case marker
    }

    /// The maximum number of entries of a store, including those that failed. Calls that would add another one throw
    /// ``ChatError/outboxFull(limit:)``.
    public static var maxEntries: Int { 10_000 }

    /// The ``value`` of a deletion that cannot be undone.
    static let hard = "hard"

    /// The position in the order of the calls. No two entries of a store have the same, also after one was removed.
    public let sequence: Int64
    /// The kind of the change.
    public let kind: Kind
    /// The channel; empty if it is unknown.
    public let channelId: String
    /// The message that is published or changed, by the identifier in its payload; nil for other kinds.
    public let messageId: String?
    /// The value of the change, as its kind says; nil for other kinds.
    public let value: String?
    /// The member whose membership changes, which may be another user; nil for other kinds.
    public let memberId: String?
    /// Whether to store the message in history; nil applies the setting of the keys.
    public let storeInHistory: Bool?
    /// Whether to compress the message.
    public let shouldCompress: Bool
    /// The number of hours that history stores the message; nil applies the setting of the keys.
    public let ttl: Int?
    /// The metadata of the message to which subscribers' filters apply, as JSON; nil for none.
    public let metadata: Data?
    /// The number of failed attempts to send it since it was queued.
    public let attempts: Int
    /// The time at which it was refused permanently; nil for other entries.
    public let failedAt: Date?
    /// Its state: queued, sending, or failed with the error.
    public let state: ChatSendState

    /// The type of the message action that is added or removed.
    let actionType: String?
    /// The author of the change.
    let userId: String
    /// The values that the effect replaced: hidden message actions, a standing, or fields of a membership.
    let removed: String?
    /// The change of a membership, as JSON.
    let change: Data?
    /// Whether the service may have received it: it is being sent, or the outcome of an attempt is unknown.
    let isTried: Bool

    /// The sequence.
    public var id: Int64 { sequence }
}

/// The former name of ``ChatOutboxEntry``.
public typealias ChatUnsentMessage = ChatOutboxEntry

extension ChatOutboxEntry: FetchableRecord, TableRecord {
    /// The name of the table.
    public static let databaseTableName = "outbox"

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        sequence = row["sequence"]
        kind = Kind(rawValue: row["kind"]) ?? .message
        channelId = row["channelId"] ?? ""
        messageId = row["messageId"]
        value = row["value"]
        memberId = row["memberId"]
        change = row["change"]
        storeInHistory = row["storeInHistory"]
        shouldCompress = row["shouldCompress"]
        ttl = row["ttl"]
        metadata = row["metadata"]
        attempts = row["attempts"]
        failedAt = (row["failedAt"] as Double?).map { Date(timeIntervalSince1970: $0) }
        state = ChatSendState(
            stage: row["stage"],
            attempts: row["attempts"],
            errorCode: row["errorCode"],
            error: row["error"]
        )
        actionType = row["actionType"]
        userId = row["userId"] ?? ""
        removed = row["removed"]
        isTried = (row["openAttempts"] as Int) > 0
    }

    /// Returns a request for the changes that were refused permanently.
    ///
    /// - Returns: The request, in the order in which they were refused.
    public static func failed() -> QueryInterfaceRequest<ChatOutboxEntry> {
        filter(Column("failedAt") != nil).order(Column("failedAt"), Column("sequence"))
    }

    /// Returns a request for the changes of a channel.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The request, in the order in which they are sent.
    public static func entriesBy(channelId: String) -> QueryInterfaceRequest<ChatOutboxEntry> {
        filter(Column("channelId") == channelId).order(Column("sequence"))
    }

    /// Returns a request for the entries of one message: its publication and its changes.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request, in the order in which they are sent.
    public static func entriesBy(messageId: String) -> QueryInterfaceRequest<ChatOutboxEntry> {
        filter(Column("messageId") == messageId).order(Column("sequence"))
    }

    /// Returns a request for the entry of a message that is not published.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request.
    public static func unsentBy(messageId: String) -> QueryInterfaceRequest<ChatOutboxEntry> {
        filter(Column("messageId") == messageId).filter(sql: "kind = 'message'")
    }
}
