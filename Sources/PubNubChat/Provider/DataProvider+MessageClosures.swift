/// Messages, with closures.
extension DataProvider {
    /// Stores messages, in transactions of `batchSize` messages each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - processMessageActions: Whether the reactions of stored messages become those of these ones.
    ///   - batchSize: How many messages a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first message that was not.
    ///   - completion: Called after the last batch.
    public func load(
        messages: [ChatMessage<ModelData>],
        processMessageActions: Bool,
        batchSize: Int = 256,
        batchHandler: (([ChatMessage<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.load(
                messages: messages,
                processMessageActions: processMessageActions,
                batchSize: batchSize,
                batchHandler: $0
            )
        }
    }

    /// Removes a message from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - messageId: The identifier in its payload.
    ///   - completion: Gets what the store has against it, or nil.
    public func removeStoredMessage(messageId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.removeStoredMessage(messageId: messageId) }
    }

    /// Publishes a message and stores it. Messages to one channel arrive in the order of the calls. Nothing is stored when it is not published.
    ///
    /// - Parameters:
    ///   - request: The message, and how it is published.
    ///   - completion: Gets the message with the moment of its publication, or why it was not published or stored.
    public func sendRemoteMessage(
        _ request: SendMessageRequest<ModelData>,
        completion: ((Result<ChatMessage<ModelData>, any Error>) -> Void)?
    ) {
        start(completion) { try await self.sendRemoteMessage(request) }
    }

    /// Stores messages that are to be published later, with how; see ``load(unsentMessages:batchSize:)``.
    ///
    /// - Parameters:
    ///   - unsentMessages: The messages, and how they are published.
    ///   - batchSize: How many messages a transaction has; 256 by default.
    ///   - completion: Called once, on the callback queue, with the messages that were not stored, or with why a batch was not.
    public func load(
        unsentMessages: [SendMessageRequest<ModelData>],
        batchSize: Int = 256,
        completion: ((Result<[ChatWriteFailure<SendMessageRequest<ModelData>>], any Error>) -> Void)?
    ) {
        startInLine(completion) { try await self.load(unsentMessages: unsentMessages, batchSize: batchSize) }
    }

    /// Publishes the messages of the current user that are stored and not published, in each channel oldest first.
    ///
    /// - Parameter completion: Gets how many were published, or why the first one was not that was not, after all others were sent.
    public func sendUnsentMessages(completion: ((Result<Int, any Error>) -> Void)?) {
        start(completion) { try await self.sendUnsentMessages() }
    }

    /// Publishes the messages of the current user that are stored and not published; see ``sendUnsentMessagesReport()``.
    ///
    /// - Parameter completion: Gets how many were published and which were not, or why the store could not be written.
    public func sendUnsentMessagesReport(completion: ((Result<ChatSendReport, any Error>) -> Void)?) {
        start(completion) { try await self.sendUnsentMessagesReport() }
    }

    /// Lets messages that were refused be sent again by the next ``sendUnsentMessages()``.
    ///
    /// - Parameters:
    ///   - messageIds: The identifiers in their payloads; nil, the default, for all.
    ///   - completion: Gets why the store could not be written, or nil.
    public func retryUnsentMessages(_ messageIds: [String]? = nil, completion: (((any Error)?) -> Void)?) {
        startInLine(completion) { try await self.retryUnsentMessages(messageIds) }
    }

    /// Fetches a page of the messages of channels, the newest of those asked for, and stores them. Unknown authors and channels get rows with their identifiers
    /// alone. What is no message of the schema is left out.
    ///
    /// - Parameters:
    ///   - request: Which messages.
    ///   - completion: Gets the messages that are stored, by channel and oldest first, with the request for older ones, nil when there are none; or the request
    ///     with why they were not fetched or stored.
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

    /// Fetches pages of the messages of channels until there is none, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the messages of each page by channel after they were stored, the request for the next page, and what was wrong with the first message
    ///     that was not stored.
    ///   - progress: Gets how many are stored, after each page. The service does not tell how many there are.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncAllRemoteMessages(
        _ request: MessageHistoryRequest,
        pageHandler: (([String: [ChatMessage<ModelData>]], MessageHistoryRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<MessageHistoryRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<MessageHistoryRequest>) in
            try await self.syncAllRemoteMessages(request, pageHandler: pages, progress: progress)
        }
    }
}
