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
    /// - Parameter messageId: The identifier in the payload of the message, which is stored.
    /// - Returns: The thread.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the message or its channel is not stored;
    ///   ``ChatError/entityCreationError(_:)`` if it is not published; ``ChatError/wrongContentType(_:)`` if it is part
    ///   of a thread; ``ChatError/tooLong(bytes:limit:)`` if the name of the thread would be too long for the service;
    ///   `PNError` if the action was not added. Nothing is added then.
    @discardableResult
    public func startThread(ofMessage messageId: String) async throws -> ChatThread {
        let message = try await publishedMessage(messageId)
        guard message.thread == nil else {
            throw ChatError.wrongContentType("message \(messageId), which is part of a thread, has no thread")
        }
        if let thread = message.threadId.flatMap({ ChatThread(id: $0) }) { return thread }
        let thread = ChatThread(parentChannelId: message.pubnubChannelId, parentTimetoken: message.timetoken)
        let length = thread.id.unicodeScalars.count
        guard length <= ServiceLimits.maxNameLength else {
            throw ChatError.tooLong(bytes: length, limit: ServiceLimits.maxNameLength)
        }
        try await act(on: messageId, type: EditAction.threadRoot, value: thread.id)
        return thread
    }
}
