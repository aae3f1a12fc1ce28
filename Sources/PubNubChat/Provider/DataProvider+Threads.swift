import PubNub
import PubNubWire

/// Threads of messages.
extension DataProvider {
    /// Starts the thread of a message for everyone, unless it has one, with a message action of the type `threadRootId`.
    ///
    /// Replies are messages to the channel of the thread: publish them with ``queueMessage(_:)``, and subscribe the
    /// channel to receive them. Access Manager must grant access to it. The name of the channel is longer than that of
    /// the message by 41 characters, and the service accepts 92.
    ///
    /// For a message in the outbox, the call sends the outbox up to it first, if the client is connected.
    ///
    /// The call stores the change in the outbox first; see ``editMessage(_:text:)``. Replies can be queued immediately: the
    /// name of the channel is known.
    ///
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Returns: The thread.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/entityCreationError(_:)`` if it cannot be published now; ``ChatError/wrongContentType(_:)`` if it is part of a
    ///   thread; ``ChatError/tooLong(bytes:limit:)`` if the name of the thread would be too long for the service;
    ///   ``ChatError/outboxFull(limit:)``; `PNError` if the service refused the action. Nothing is added then.
    @discardableResult
    public func startThread(ofMessage messageId: String) async throws -> ChatThread {
        // The name of the thread contains the timetoken, which the message gets when it is published.
        try await publish(messageId)
        let message = try await store.read { try Self.changeable(messageId, in: $0) }
        guard message.timetoken != 0 else {
            throw ChatError.entityCreationError(
                "message \(messageId) is not published yet; start its thread when its sendState is sent"
            )
        }
        guard message.thread == nil else {
            throw ChatError.wrongContentType("message \(messageId), which is part of a thread, has no thread")
        }
        if let thread = message.threadId.flatMap({ ChatThread(id: $0) }) { return thread }
        let thread = ChatThread(parentChannelId: message.pubnubChannelId, parentTimetoken: message.timetoken)
        let length = thread.id.unicodeScalars.count
        guard length <= ServiceLimits.maxNameLength else {
            throw ChatError.tooLong(bytes: length, limit: ServiceLimits.maxNameLength)
        }
        try await change { _ in OutboxChange(.thread, of: message, EditAction.threadRoot, thread.id) }
        return thread
    }

    /// Sends the outbox up to a message that is not published, if the client is connected.
    private func publish(_ messageId: String) async throws {
        let entry = try await store.read { try Ledger(db: $0).unsent(messageId) }
        if let entry { _ = try await settle(AddedEntry(channel: entry.channelId, sequence: entry.sequence)) }
    }
}
