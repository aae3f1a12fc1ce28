import GRDB
import PubNub

/// Edits and deletions of messages, as message actions of the types `edited` and `deleted`.
///
/// Any user who may add message actions to a channel can edit its messages; Access Manager limits that. A user can undo
/// only their own actions.
extension DataProvider {
    /// Edits a message for everyone. The published text stays stored, and the newest edit is shown:
    /// ``PubNubManagedMessage/currentText``.
    ///
    /// A message that is not published yet is changed in the store, and published with the new text.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - text: The new text.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/entityCreationError(_:)`` while it is being sent; `PNError` if the edit was not added.
    public func editMessage(_ messageId: String, text: String) async throws {
        guard try await !editUnsent(messageId, text: text) else { return }
        try await act(on: messageId, type: EditAction.edited, value: text)
    }

    /// Removes the newest edit of a message by the current user, so that the text before it is shown again.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such an edit is not stored; `PNError` if the
    ///   edit was not removed.
    public func undoEdit(ofMessage messageId: String) async throws {
        guard let edit = try await ownActions(on: messageId, type: EditAction.edited).last else {
            throw ChatError.missingRequiredData("an edit of message \(messageId) by this user")
        }
        try await removeRemoteMessageAction(MessageActionRequest(messageAction: edit))
    }

    /// Deletes a message for everyone. Succeeds without a request if it is deleted softly already.
    ///
    /// A message that is not published yet is removed from the store.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message, which is stored.
    ///   - deletion: Whether the message can be restored; soft, which it can, by default. A hard deletion needs a keyset
    ///     that allows the deletion of history.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/entityCreationError(_:)`` while it is being sent; `PNError` if it was not deleted.
    public func deleteMessage(_ messageId: String, _ deletion: ChatDeletion = .soft) async throws {
        guard try await discardUnsentMessages([messageId]).isEmpty else { return }
        let message = try await publishedMessage(messageId)
        switch deletion {
        case .soft:
            guard !message.isDeleted else { return }
            try await act(on: messageId, type: EditAction.deleted, value: EditAction.deleted)
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
    /// remains.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or such a deletion is not stored; `PNError` if the
    ///   deletion was not removed.
    public func restoreMessage(_ messageId: String) async throws {
        let deletions = try await ownActions(on: messageId, type: EditAction.deleted)
        guard !deletions.isEmpty else {
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

    /// The actions of the current user, oldest first.
    private func ownActions(on messageId: String, type: String) async throws -> [ChatMessageAction<ModelData>] {
        let userId = pubnubProvider.clientIdentifier()
        return try await publishedMessage(messageId).messageActions
            .filter { $0.sourceType == type && $0.pubnubUserId == userId }
            .sorted { ($0.actionTimetoken, $0.id) < ($1.actionTimetoken, $1.id) }
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
