import GRDB
import PubNub

/// Messages.
extension DataProvider {
    /// Stores messages, in transactions of `batchSize` messages each. One that cannot be stored costs its neighbours nothing.
    ///
    /// A stored message is overwritten, but the first publication wins: one that was published later than the stored message only adds its reactions.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - processMessageActions: Whether the reactions of stored messages become those of these ones.
    ///   - batchSize: How many messages a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first message that was not.
    /// - Returns: The messages that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func load(
        messages: [ChatMessage<ModelData>],
        processMessageActions: Bool,
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMessage<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMessage<ModelData>>] {
        try await write(messages, batchSize: batchSize, batchHandler: batchHandler) { db, message in
            try ManagedEntities.Message.insertOrUpdate(
                message: message,
                processMessageActions: processMessageActions,
                into: db
            )
        }
    }

    /// Removes a message from the store. That it is not stored is no error.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Throws: What the store has against it.
    public func removeStoredMessage(messageId: String) async throws {
        try await write { db in
            _ = try ManagedEntities.Message.remove(messageId: messageId, from: db)
            try Ledger(db: db).forget(unsent: messageId)
        }
    }

    /// Publishes a message and stores it. Messages to one channel arrive in the order of the calls.
    ///
    /// Nothing is stored when it is not published. To keep it until it can be, load it into the store before, with a timetoken of 0, and
    /// call ``sendUnsentMessages()`` later.
    ///
    /// - Parameter request: The message, and how it is published.
    /// - Returns: The message with the moment of its publication.
    /// - Throws: Why it was not published or stored. Where nobody can know whether it was published, the error's `isOutcomeUnknown` is true; sending the message
    ///   again does no harm to those who store it by its identifier.
    @discardableResult
    public func sendRemoteMessage(_ request: SendMessageRequest<ModelData>) async throws -> ChatMessage<ModelData> {
        var message = request.message
        message.timetoken = try await service(for: request).publish(request)
        try await write { [message] db in
            let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
            try storage.store(message.withPlaceholders, withActions: false)
        }
        return message
    }

    /// Fetches a page of the messages of channels, the newest of those asked for, and stores them. Unknown authors and channels get rows with their identifiers
    /// alone. What is no message of the schema is left out.
    ///
    /// Stored messages in the range of the page that the service does not have any more are removed. The range ends at the newest message that was stored before
    /// the call, and messages that are not published yet stay. A message that was published with `storeInHistory` false, or whose time in history has ended,
    /// counts as deleted.
    ///
    /// - Parameter request: Which messages.
    /// - Returns: The messages that are stored, by channel and oldest first, and the request for older ones, nil when there are none.
    /// - Throws: The request with why they were not fetched or stored.
    @discardableResult
    public func syncRemoteMessages(
        _ request: MessageHistoryRequest
    ) async throws(PaginationError<MessageHistoryRequest>) -> (
        messageByChannelId: [String: [ChatMessage<ModelData>]], next: MessageHistoryRequest?
    ) {
        do {
            let page = try await sync(request)
            return (page.items, page.next)
        } catch {
            throw PaginationError(request: request, error: error)
        }
    }

    /// Fetches pages of the messages of channels until there is none, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the messages of each page by channel after they were stored, the request for the next page, and what was wrong with the first message
    ///     that was not stored.
    ///   - progress: Gets how many are stored, after each page. The service does not tell how many there are.
    /// - Returns: How many messages were stored; what a page repeats for several channels counts again.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncAllRemoteMessages(
        _ request: MessageHistoryRequest,
        pageHandler: (@Sendable ([String: [ChatMessage<ModelData>]], MessageHistoryRequest?, (any Error)?) -> Void)? =
            nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<MessageHistoryRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
    }

    private func sync(
        _ request: MessageHistoryRequest
    ) async throws -> SyncedPage<[String: [ChatMessage<ModelData>]], MessageHistoryRequest> {
        let newest = try await store.read { db in
            try Dictionary(
                request.channels.map { ($0, try ManagedEntities.Message.newestTimetoken(pubnubChannelId: $0, in: db)) }
            ) { first, _ in first }
        }
        return try await ask(about: request.channels) {
            try await service(for: request).history(request)
        } storing: { (page: HistoryPage<ModelData>, storage) in
            for (channel, timetoken) in newest {
                guard let range = page.covered(channel, by: request, upTo: timetoken) else { continue }
                try storage.removeMessages(on: channel, in: range, except: Set(page.timetokens[channel] ?? []))
            }
            let messages = page.messages.sorted { $0.key < $1.key }.flatMap(\.value)
            let (stored, failures) = try storage.storePage(messages) {
                try storage.store($0, withActions: request.actionsInResponse)
            }
            try storage.close(request, page.oldest, hasMore: page.next?.channels ?? [])
            return SyncedPage(
                items: Dictionary(grouping: stored, by: \.pubnubChannelId),
                count: stored.count,
                failures: page.failures.map(\.error) + failures,
                total: nil,
                next: page.next
            )
        }
    }
}
