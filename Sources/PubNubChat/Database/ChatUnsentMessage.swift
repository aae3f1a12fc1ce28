public import Foundation
public import GRDB

/// The publish options of a stored message that is not published yet, and its state in the send queue.
///
/// A row exists for a message that was queued or loaded with options, or whose sending has begun. It is removed when the
/// message is published or removed. ``PubNubManagedMessage/sendState`` has the same state. Rows can be queried and observed like those of the entities: `try
/// ChatUnsentMessage.failed().fetchAll(db)`.
public struct ChatUnsentMessage: Identifiable, Hashable, Sendable {
    /// The identifier in the payload of the message.
    public let id: String
    /// Whether to store it in history; nil applies the setting of the keys.
    public let storeInHistory: Bool?
    /// Whether to compress it.
    public let shouldCompress: Bool
    /// The number of hours that history stores it; nil applies the setting of the keys.
    public let ttl: Int?
    /// The metadata to which subscribers' filters apply, as JSON; nil for none.
    public let metadata: Data?
    /// The number of failed attempts to send it since it was queued.
    public let attempts: Int
    /// The time at which it was refused permanently; nil for other messages.
    public let failedAt: Date?
    /// Its state: queued, sending, or failed with the error.
    public let state: ChatSendState
}

extension ChatUnsentMessage: FetchableRecord, TableRecord {
    /// The name of the table.
    public static let databaseTableName = "unsentMessage"

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
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
    }

    /// Returns a request for the messages that were refused permanently.
    ///
    /// - Returns: The request, in the order in which they were refused.
    public static func failed() -> QueryInterfaceRequest<ChatUnsentMessage> {
        filter(Column("failedAt") != nil).order(Column("failedAt"), Column("id"))
    }

    /// Returns a request for one message.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Returns: The request.
    public static func unsentBy(messageId: String) -> QueryInterfaceRequest<ChatUnsentMessage> {
        filter(id: messageId)
    }
}
