import GRDB
import PubNub
import PubNubWire

import typealias PubNubTime.Timetoken

/// Edits and deletions of messages, as message actions of the types `edited` and `deleted`.
///
/// They count if they are by the author of the message, or if the ``ChatChangePolicy`` of the provider accepts the user.
/// A user can undo only their own actions.
///
/// Each call stores the change in the outbox first, and the rows show its effect immediately: see ``ChatOutboxEntry``. If the
/// client is connected, the call then waits until the service has the change, after earlier changes of the channel, and throws
/// if the service refuses it. Without a connection, or if the service fails, the call returns: the change is sent later.
extension DataProvider {
    /// Edits a message for everyone. The published text stays stored, and the newest edit is shown:
    /// ``PubNubManagedMessage/currentText``.
    ///
    /// A message that is not published yet is changed in the store, and published with the new text. If the service may have
    /// the message, because it is being sent or no response arrived, the edit is sent after it. If the newest edit that counts
    /// is by the current user and has this text, the service is asked whether it still has that edit, and nothing is sent then. Of
    /// several edits that were not sent, only the last one is. If that one is undone or refused, the edit before it is sent.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - text: The new text. A client with a cipher key encrypts it. The service accepts 4,096 bytes after that, which is
    ///     about 3,000 bytes of an encrypted text.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/notPermitted(_:)`` if the edit would not count; ``ChatError/tooLong(bytes:limit:)``;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the edit,
    ///   which is undone in the store then.
    public func editMessage(_ messageId: String, text: String) async throws {
        let userId = pubnubProvider.clientIdentifier()
        let service = service
        try await change { db in
            guard try !Self.editQueued(messageId, text, of: userId, db) else { return nil }
            // A message that is not published may be longer than an edit.
            try service.checkLength(ofEdit: text)
            let message = try Self.changeable(messageId, in: db)
            try Self.requirePermission(userId, to: EditAction.edited, message, db)
            // Another device may have undone an edit that the service had, so only one that waits makes this one needless.
            if let newest = message.edits.last, newest.isPending, newest.pubnubUserId.hasSameBytes(as: userId),
                newest.value == text
            {
                return nil
            }
            return OutboxChange(.edit, of: message, EditAction.edited, text)
        }
    }

    /// Removes the newest edit of a message by the current user, so that the text before it is shown again. An edit that was
    /// not sent is removed from the outbox.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such an edit is not stored;
    ///   ``ChatError/notPermitted(_:)`` if only other users edited it; ``ChatError/outboxFull(limit:)``;
    ///   ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the removal, which is undone in the store then.
    public func undoEdit(ofMessage messageId: String) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await change { db in
            let message = try Self.changeable(messageId, in: db)
            guard let edit = message.actions(EditAction.edited, of: userId).last else {
                guard message.edits.isEmpty else { throw ChatError.notPermitted("undoing the edit of another user") }
                throw ChatError.missingRequiredData("an edit of message \(messageId) by this user")
            }
            return OutboxChange(.editRemoval, of: message, EditAction.edited, edit.value)
        }
    }

    /// Deletes a message for everyone. A soft deletion succeeds if the current user has deleted it softly already; the service is
    /// asked, as another device may have restored it. A hard one first deletes it softly, so that other clients hide it
    /// immediately.
    ///
    /// A message that is not published yet is removed from the store. If the service may have the message, because it is being
    /// sent or no response arrived, the deletion is sent after it; if the service refuses the message, it is removed from the
    /// store.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - deletion: Whether the message can be restored; soft, which it can, by default. A hard deletion needs a keyset
    ///     that allows the deletion of history.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/notPermitted(_:)`` if the deletion would not count; ``ChatError/outboxFull(limit:)``;
    ///   ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the deletion, which is undone in the store
    ///   then.
    public func deleteMessage(_ messageId: String, _ deletion: ChatDeletion = .soft) async throws {
        guard try await !sender.discardUnpublished(messageId) else { return }
        let userId = pubnubProvider.clientIdentifier()
        try await change { db in
            let message = try Self.changeable(messageId, in: db)
            let queued = try Ledger(db: db).changes(of: messageId, by: userId).last { change in
                change.kind == .deletion || change.kind == .restoration
            }
            if deletion == .soft, queued?.kind == .deletion { return nil }
            try Self.requirePermission(userId, to: EditAction.deleted, message, db)
            let value = deletion == .hard ? ChatOutboxEntry.hard : nil
            return OutboxChange(.deletion, of: message, EditAction.deleted, value)
        }
    }

    /// Restores a message that the current user deleted softly. It stays deleted while a deletion by another user
    /// remains that counts. A deletion that was not sent is removed from the outbox.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such a deletion is not stored;
    ///   ``ChatError/notPermitted(_:)`` if only other users deleted it; ``ChatError/outboxFull(limit:)``;
    ///   ``ChatError/cannotWriteStore(_:)``; `PNError` if the service refused the restoration, which is undone in the store
    ///   then.
    public func restoreMessage(_ messageId: String) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await change { db in
            let message = try Self.changeable(messageId, in: db)
            guard !message.actions(EditAction.deleted, of: userId).isEmpty else {
                guard !message.isDeleted else { throw ChatError.notPermitted("restoring what another user deleted") }
                throw ChatError.missingRequiredData("a deletion of message \(messageId) by this user")
            }
            return OutboxChange(.restoration, of: message, EditAction.deleted, nil)
        }
    }

    /// Edits a message in the store that the service cannot have. If edits of it wait, another one follows them.
    ///
    /// - Returns: Whether the message is such a one.
    private static func editQueued(
        _ messageId: String,
        _ text: String,
        of userId: String,
        _ db: Database
    ) throws -> Bool {
        var message = try message(messageId, in: db)
        let ledger = Ledger(db: db)
        guard message.timetoken == 0, try ledger.unsent(messageId)?.mayBePublished != true,
            try !ledger.changes(of: messageId, by: userId).contains(where: { $0.actionType == EditAction.edited })
        else { return false }
        message.content.text = text
        message.messageActions = []
        try ManagedEntities.Message.insertOrUpdate(message: message, processMessageActions: false, into: db)
        return true
    }

    /// Throws ``ChatError/notPermitted(_:)`` if a change by the current user would not count.
    private static func requirePermission(
        _ userId: String,
        to type: String,
        _ message: ChatMessage<ModelData>,
        _ db: Database
    ) throws {
        guard !message.pubnubUserId.hasSameBytes(as: userId) else { return }
        guard try MessageChanges.accepts(userId, type, on: message.pubnubChannelId, db) else {
            throw ChatError.notPermitted("a change of message \(message.id), whose author is another user")
        }
    }

    /// A stored message whose channel is known, published or not.
    static func changeable(_ messageId: String, in db: Database) throws -> ChatMessage<ModelData> {
        let message = try message(messageId, in: db)
        guard !message.pubnubChannelId.isEmpty else {
            throw ChatError.missingRequiredData("channel of message \(messageId)")
        }
        return message
    }

    private static func message(_ messageId: String, in db: Database) throws -> ChatMessage<ModelData> {
        guard let row = try ManagedEntities.Message.messageBy(messageId: messageId).fetchOne(db) else {
            throw ChatError.missingRequiredData("message \(messageId)")
        }
        return try row.convert(from: db)
    }
}

extension OutboxChange {
    /// A change of a message.
    init(
        _ kind: ChatOutboxEntry.Kind,
        of message: ChatMessage<some ChatCustomData>,
        _ actionType: String,
        _ value: String?
    ) {
        self.init(
            kind: kind,
            channelId: message.pubnubChannelId,
            messageId: message.id,
            actionType: actionType,
            value: value
        )
    }
}
