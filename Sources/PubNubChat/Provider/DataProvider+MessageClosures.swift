/// Messages, with closures.
extension DataProvider {
    /// Stores messages, in transactions of `batchSize` messages each. A message that cannot be stored does not affect
    /// the others.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - processMessageActions: Whether the reactions of stored messages become those of the given messages.
    ///   - batchSize: The number of messages in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first message that was not
    ///     stored.
    ///   - completion: Called after the last batch.
    public func load(
        messages: [ChatMessage<ModelData>],
        processMessageActions: Bool,
        batchSize: Int = 256,
        batchHandler: (([ChatMessage<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            _ = try await self.load(
                messages: messages,
                processMessageActions: processMessageActions,
                batchSize: batchSize,
                batchHandler: $0
            )
        }
    }

    /// Removes a message from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in its payload.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func removeStoredMessage(messageId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { try await self.removeStoredMessage(messageId: messageId) }
    }

    /// Publishes a message and stores it. Messages to one channel arrive in the order of the calls. If the message is
    /// not published, nothing is stored.
    ///
    /// - Parameters:
    ///   - request: The message, and its publish options.
    ///   - completion: Receives the message with its timetoken, or the error if it was not published or stored.
    public func sendRemoteMessage(
        _ request: SendMessageRequest<ModelData>,
        completion: ((Result<ChatMessage<ModelData>, any Error>) -> Void)?
    ) {
        start(completion) { try await self.sendRemoteMessage(request) }
    }

    /// Stores messages that will be published later, with their publish options; see
    /// ``load(unsentMessages:batchSize:)``.
    ///
    /// - Parameters:
    ///   - unsentMessages: The messages, and their publish options.
    ///   - batchSize: The number of messages in a transaction; 256 by default.
    ///   - completion: Called once, on the callback queue, with the messages that were not stored, or with the error if
    ///     a whole batch was not stored.
    public func load(
        unsentMessages: [SendMessageRequest<ModelData>],
        batchSize: Int = 256,
        completion: ((Result<[ChatWriteFailure<SendMessageRequest<ModelData>>], any Error>) -> Void)?
    ) {
        startInOrder(completion) { try await self.load(unsentMessages: unsentMessages, batchSize: batchSize) }
    }

    /// Sends the outbox; the former name of ``sendOutbox()``.
    ///
    /// - Parameter completion: Receives the number of entries that were sent, or the error of the first one that was not
    ///   sent, after all others were.
    public func sendUnsentMessages(completion: ((Result<Int, any Error>) -> Void)?) {
        start(completion) { try await self.sendUnsentMessages() }
    }

    /// Fetches a page of the messages of channels, the newest in the range of the request, and stores them. Unknown
    /// authors and channels get rows with only their identifiers. Payloads that are not messages of the schema are left
    /// out.
    ///
    /// - Parameters:
    ///   - request: Selects the messages.
    ///   - completion: Receives the stored messages by channel, oldest first, with the request for older ones, nil if
    ///     none exists; or the request with the error if they were not fetched or stored.
    public func syncRemoteMessages(
        _ request: MessageHistoryRequest,
        completion: (
            (
                Result<
                    (messageByChannelId: [String: [ChatMessage<ModelData>]], next: MessageHistoryRequest?),
                    PaginationError<MessageHistoryRequest>
                >
            ) -> Void
        )?
    ) {
        start(completion) { () async throws(PaginationError<MessageHistoryRequest>) in
            try await self.syncRemoteMessages(request)
        }
    }

    /// Fetches all pages of the messages of channels, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the messages of each page by channel after they were stored, the request for the next
    ///     page, and the error of the first message that was not stored.
    ///   - progress: Receives the number of stored messages after each page. The service does not report the total.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncAllRemoteMessages(
        _ request: MessageHistoryRequest,
        pageHandler: (([String: [ChatMessage<ModelData>]], MessageHistoryRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<MessageHistoryRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<MessageHistoryRequest>) in
            try await self.syncAllRemoteMessages(request, pageHandler: pages, progress: progress)
        }
    }
}
