public import Foundation
public import GRDB

/// The text that a user has begun to write in a channel. Drafts stay in the store and are not sent anywhere.
public struct ChatDraft: Identifiable, Hashable, Sendable {
    /// The identifier of the channel.
    public let id: String
    /// The text.
    public let text: String
    /// The identifier in the payload of the message that the draft replies to; nil for none.
    public let replyTo: String?
    /// The time of its last change.
    public let updated: Date
}

extension ChatDraft: FetchableRecord, TableRecord {
    /// The name of the table.
    public static let databaseTableName = "draft"

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        id = row["id"]
        text = Storable.text(row["text"])
        replyTo = row["replyTo"]
        updated = Date(timeIntervalSince1970: row["updated"])
    }

    /// Returns a request for the draft of one channel. An observer of it reads only when that draft changes.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The request.
    public static func draftBy(channelId: String) -> QueryInterfaceRequest<ChatDraft> {
        filter(Column("id") == channelId)
    }
}
