import GRDB
import Logging
import PubNub

/// Edits and deletions of messages, as message actions of the types `edited` and `deleted`.
///
/// They count if they are by the author of the message, or if the ``ChatChangePolicy`` of the provider accepts the user.
/// A user can undo only their own actions.
extension DataProvider {
    /// Edits a message for everyone. The published text stays stored, and the newest edit is shown:
    /// ``PubNubManagedMessage/currentText``.
    ///
    /// A message that is not published yet is changed in the store, and published with the new text. If the newest edit of
    /// the current user has this text, nothing is sent.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - text: The new text. A client with a cipher key encrypts it. The service accepts 4,096 bytes after that, which is
    ///     about 3,000 bytes of an encrypted text.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/notPermitted(_:)`` if the edit would not count; ``ChatError/tooLong(bytes:limit:)``;
    ///   ``ChatError/entityCreationError(_:)`` while it is being sent; `PNError` if the edit was not added.
    public func editMessage(_ messageId: String, text: String) async throws {
        guard try await !editUnsent(messageId, text: text) else { return }
        try await requirePermission(to: EditAction.edited, messageId)
        let (_, edits) = try await ownActions(on: messageId, type: EditAction.edited)
        guard edits.last?.value != text else { return }
        // The service refuses a second action with the same value, and the older one would stay below later edits.
        for former in edits where former.value == text && !former.isEncrypted {
            try await removeRemoteMessageAction(MessageActionRequest(messageAction: former))
        }
        try await act(on: messageId, type: EditAction.edited, value: text)
    }

    /// Removes the newest edit of a message by the current user, so that the text before it is shown again.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such an edit is not stored;
    ///   ``ChatError/notPermitted(_:)`` if only other users edited it; `PNError` if the edit was not removed.
    public func undoEdit(ofMessage messageId: String) async throws {
        let (message, edits) = try await ownActions(on: messageId, type: EditAction.edited)
        guard let edit = edits.last else {
            guard message.edits.isEmpty else { throw ChatError.notPermitted("undoing the edit of another user") }
            throw ChatError.missingRequiredData("an edit of message \(messageId) by this user")
        }
        try await removeRemoteMessageAction(MessageActionRequest(messageAction: edit))
    }

    /// Deletes a message for everyone. A soft deletion succeeds without a request if it is deleted softly already. A hard
    /// one first deletes it softly, so that other clients hide it immediately.
    ///
    /// A message that is not published yet is removed from the store.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - deletion: Whether the message can be restored; soft, which it can, by default. A hard deletion needs a keyset
    ///     that allows the deletion of history.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/notPermitted(_:)`` if the deletion would not count;
    ///   ``ChatError/entityCreationError(_:)`` while it is being sent; `PNError` if it was not deleted.
    public func deleteMessage(_ messageId: String, _ deletion: ChatDeletion = .soft) async throws {
        guard try await discardUnsentMessages([messageId]).isEmpty else { return }
        let message = try await publishedMessage(messageId)
        if deletion == .soft, message.isDeleted { return }
        try await requirePermission(to: EditAction.deleted, messageId)
        do {
            // Others hide the message immediately, also if it is then removed from history.
            if !message.isDeleted { try await act(on: messageId, type: EditAction.deleted, value: EditAction.deleted) }
        } catch let error as PNError where deletion == .hard && error.isFeatureOff {
            ChatLog.logger.debug("Other clients notice the deletion of \(messageId) when they read history: \(error)")
        }
        switch deletion {
        case .soft: break
        case .hard:
            let later = try await store.read { db in
                let row = try ManagedEntities.Message.messageBy(messageId: messageId).fetchOne(db)
                return try (row as? PubNubManagedMessage)?.republications(in: db) ?? []
            }
            let channel = message.pubnubChannelId
            for timetoken in [message.timetoken] + later {
                try await service.deleteMessage(on: channel, at: timetoken)
                try await write { db in
                    try ManagedEntities.Message.removeMessages(
                        pubnubChannelId: channel,
                        after: timetoken - 1,
                        upTo: timetoken,
                        except: [],
                        from: db
                    )
                }
            }
        }
    }

    /// Restores a message that the current user deleted softly. It stays deleted while a deletion by another user
    /// remains that counts.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such a deletion is not stored;
    ///   ``ChatError/notPermitted(_:)`` if only other users deleted it; `PNError` if the deletion was not removed.
    public func restoreMessage(_ messageId: String) async throws {
        let (message, deletions) = try await ownActions(on: messageId, type: EditAction.deleted)
        guard !deletions.isEmpty else {
            guard !message.isDeleted else { throw ChatError.notPermitted("restoring what another user deleted") }
            throw ChatError.missingRequiredData("a deletion of message \(messageId) by this user")
        }
        for deletion in deletions {
            try await removeRemoteMessageAction(MessageActionRequest(messageAction: deletion))
        }
    }

    /// Edits a message that is not published yet.
    ///
    /// - Returns: false if it is published.
    private func editUnsent(_ messageId: String, text: String) async throws -> Bool {
        try await write { db in
            var message = try Self.message(messageId, in: db)
            guard message.timetoken == 0 else { return false }
            guard try Ledger(db: db).unsent(messageId)?.state != .sending else {
                throw ChatError.entityCreationError("message \(messageId) is being sent")
            }
            message.content.text = text
            message.messageActions = []
            try ManagedEntities.Message.insertOrUpdate(message: message, processMessageActions: false, into: db)
            return true
        }
    }

    func act(on messageId: String, type: String, value: String) async throws {
        let message = try await publishedMessage(messageId)
        let request = MessageActionSendRequest<ModelData>(
            channelId: message.pubnubChannelId,
            messageTimetoken: message.timetoken,
            actionType: type,
            actionValue: value
        )
        try await sendRemoteMessageAction(request)
    }

    /// Throws ``ChatError/notPermitted(_:)`` if a change by the current user would not count.
    private func requirePermission(to type: String, _ messageId: String) async throws {
        let userId = pubnubProvider.clientIdentifier()
        try await store.read { db in
            let message = try Self.message(messageId, in: db)
            guard message.pubnubUserId != userId else { return }
            guard try MessageChanges.accepts(userId, type, on: message.pubnubChannelId, db) else {
                throw ChatError.notPermitted("a change of message \(messageId), whose author is another user")
            }
        }
    }

    /// A message, and the actions of the current user on it, oldest first.
    private func ownActions(
        on messageId: String,
        type: String
    ) async throws -> (message: ChatMessage<ModelData>, actions: [ChatMessageAction<ModelData>]) {
        let userId = pubnubProvider.clientIdentifier()
        let message = try await publishedMessage(messageId)
        let actions = message.messageActions.filter { $0.sourceType == type && $0.pubnubUserId == userId }
            .sorted { ($0.actionTimetoken, $0.id) < ($1.actionTimetoken, $1.id) }
        return (message, actions)
    }

    /// A stored message that is published, and whose channel is known.
    func publishedMessage(_ messageId: String) async throws -> ChatMessage<ModelData> {
        let message = try await store.read { try Self.message(messageId, in: $0) }
        guard message.timetoken != 0 else {
            throw ChatError.entityCreationError("message \(messageId) is being sent")
        }
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
