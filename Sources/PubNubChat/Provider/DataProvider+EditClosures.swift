/// Edits and deletions of messages, with closures.
extension DataProvider {
    /// Edits a message for everyone; see ``editMessage(_:text:)``.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message.
    ///   - text: The new text.
    ///   - completion: Receives the result or the error.
    public func editMessage(_ messageId: String, text: String, completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.editMessage(messageId, text: text) }
    }

    /// Removes the newest edit of a message by the current user; see ``undoEdit(ofMessage:)``.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message.
    ///   - completion: Receives the result or the error.
    public func undoEdit(ofMessage messageId: String, completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.undoEdit(ofMessage: messageId) }
    }

    /// Deletes a message for everyone; see ``deleteMessage(_:_:)``.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message.
    ///   - deletion: Whether the message can be restored; soft, which it can, by default.
    ///   - completion: Receives the result or the error.
    public func deleteMessage(
        _ messageId: String,
        _ deletion: ChatDeletion = .soft,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.deleteMessage(messageId, deletion) }
    }

    /// Restores a message that the current user deleted softly; see ``restoreMessage(_:)``.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in the payload of the message.
    ///   - completion: Receives the result or the error.
    public func restoreMessage(_ messageId: String, completion: ((Result<Void, any Error>) -> Void)?) {
        start(completion) { try await self.restoreMessage(messageId) }
    }
}
