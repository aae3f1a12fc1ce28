import PubNub

/// The send queue: stored messages that are not published.
extension DataProvider {
    /// Sends the messages of this provider's user.
    var sender: MessageSender<ModelData, ManagedEntities> {
        MessageSender(
            store: store,
            userId: pubnubProvider.clientIdentifier(),
            turns: sendTurns,
            isConnected: { [pubnubProvider] in pubnubProvider.isConnected() },
            publish: { try await self.service(for: $0).publish($0) },
            pause: sendingPause,
            published: { [typing] in typing.spoke(on: $0) }
        )
    }

    /// Stores a message, which shows it immediately, and publishes it as soon as the service can be reached. Returns
    /// after it was stored.
    ///
    /// The messages of a channel are published one after the other, and channels do not delay each other. After a
    /// temporary error the message is sent again with growing pauses; after a permanent one it fails, and later
    /// messages are sent. ``PubNubManagedMessage/sendState`` and ``ChatUnsentMessage`` have its state. The queue is
    /// stored: a program that ended, also by `SIGKILL`, continues when it connects again.
    ///
    /// A provider of ``ChatProvider`` sends by itself. If its `sendsAutomatically` is false, call
    /// ``sendUnsentMessages()``.
    ///
    /// - Parameter request: The message of the current user, whose timetoken is 0, and its publish options; its `config`
    ///   is ignored. The identifier selects the message: one that is stored is updated and queued again if it failed,
    ///   and one that is published is not sent twice. Signals are not queued.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if the given message is published, or if another channel or author
    ///   uses its identifier;
    ///   ``ChatError/wrongContentType(_:)`` if it has another author or cannot be stored;
    ///   ``ChatError/cannotWriteStore(_:)``.
    public func queueMessage(_ request: SendMessageRequest<ModelData>) async throws {
        guard request.message.pubnubUserId == pubnubProvider.clientIdentifier() else {
            throw ChatError.wrongContentType("message \(request.message.id) of another user")
        }
        try store.requireSound()
        try await sender.queue(request)
        sendQueued()
    }

    /// Stores messages that will be published later: with the next connection, or by ``sendUnsentMessages()``.
    ///
    /// - Parameters:
    ///   - unsentMessages: The messages, and their publish options. Their timetoken is 0. Authors and channels that are
    ///     not stored get rows with their identifiers.
    ///   - batchSize: The number of messages in a transaction.
    /// - Returns: The messages that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        unsentMessages: [SendMessageRequest<ModelData>],
        batchSize: Int = 256
    ) async throws -> [ChatWriteFailure<SendMessageRequest<ModelData>>] {
        try await write(unsentMessages, batchSize: batchSize, batchHandler: nil) {
            try MessageSender<ModelData, ManagedEntities>.queue($1, in: $0)
        }
    }

    /// Publishes the queued messages of the current user, in each channel oldest first. A call waits for earlier calls
    /// and for messages that the provider is sending by itself, so that no message is published twice and none is being
    /// sent when the call returns.
    ///
    /// Channels do not delay each other. See ``sendUnsentMessagesReport()``, which reports every message that was not
    /// published.
    ///
    /// - Returns: The number of messages that this call published.
    /// - Throws: The error (`PNError`, ``ChatError``) of the first message that was not published, after all others
    ///   were sent; `CancellationError`.
    @discardableResult
    public func sendUnsentMessages() async throws -> Int {
        let report = try await sendUnsentMessagesReport()
        if let failure = report.failures.first { throw failure.error }
        return report.sent
    }

    /// Publishes the queued messages of the current user, in each channel oldest first. A call waits for earlier calls,
    /// so that no message is published twice.
    ///
    /// A message fails if the service refuses it permanently, or if it cannot be created because its channel was
    /// removed. It is stored with its error, and later messages are sent: ``ChatSendState/failed(reason:code:attempts:)``
    /// is its state, ``retryUnsentMessages(_:)`` queues it again, and ``discardUnsentMessages(_:)`` removes it. While
    /// the service or the network fails, a message is sent up to four times with growing pauses; then its channel waits
    /// for the next call. If the outcome of an attempt is unknown (`PNError.isOutcomeUnknown`), the message may be
    /// published twice; receivers that store messages by their identifier have it once.
    ///
    /// - Returns: The number of messages that this call published, and the failures.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or `CancellationError`. Messages that were published by then are
    ///   stored as published.
    public func sendUnsentMessagesReport() async throws -> ChatSendReport {
        try await sender.sendAll()
    }

    /// Queues refused messages again. A provider that sends by itself sends them; otherwise the next
    /// ``sendUnsentMessages()`` does.
    ///
    /// - Parameter messageIds: The identifiers in their payloads; nil, the default, for all.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    public func retryUnsentMessages(_ messageIds: [String]? = nil) async throws {
        try await sender.retry(messageIds)
        sendQueued()
    }

    /// Removes messages from the store that are queued or failed. Messages that are being sent or are published stay.
    ///
    /// - Parameter messageIds: The identifiers in their payloads.
    /// - Returns: The identifiers of the removed messages.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    @discardableResult
    public func discardUnsentMessages(_ messageIds: [String]) async throws -> [String] {
        try await sender.discard(messageIds)
    }
}
