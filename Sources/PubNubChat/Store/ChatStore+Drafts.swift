import Foundation
import GRDB

extension ChatStore {
    /// Stores the draft of a channel, or removes it.
    ///
    /// - Parameters:
    ///   - text: The text; an empty one without a message to reply to removes the draft.
    ///   - channelId: The identifier of the channel, which need not be stored.
    ///   - replyTo: The identifier in the payload of the message that the draft replies to; nil, the default, for none.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if an identifier contains NUL; a `DatabaseError` if a statement
    ///   fails.
    public func setDraft(_ text: String, on channelId: String, replyTo: String? = nil) async throws {
        try Storable.check(channelId, replyTo)
        try await write { db in
            guard !text.isEmpty || replyTo != nil else {
                return try db.execute(sql: "DELETE FROM draft WHERE id = ?", arguments: [channelId])
            }
            let sql = """
                INSERT INTO draft (id, text, replyTo, updated) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                    text = excluded.text, replyTo = excluded.replyTo, updated = excluded.updated
                """
            let now = Date().timeIntervalSince1970
            try db.execute(sql: sql, arguments: [channelId, Storable.value(ofText: text), replyTo, now])
        }
    }

    /// Returns the draft of a channel.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The draft; nil if none exists.
    /// - Throws: A `DatabaseError` if a statement fails.
    public func draft(on channelId: String) async throws -> ChatDraft? {
        try await read { try ChatDraft.draftBy(channelId: channelId).fetchOne($0) }
    }
}
