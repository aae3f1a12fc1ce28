import GRDB
import PubNub

/// Messages.
extension DataProvider {
    /// Stores messages, in transactions of `batchSize` messages each. A message that cannot be stored does not affect
    /// the others.
    ///
    /// Authors and channels that are neither stored nor given get rows with only their identifiers.
    ///
    /// A stored message is overwritten, but its first publication wins: if the given message was published later, only
    /// its reactions are added.
    ///
    /// - Parameters:
    ///   - messages: The messages.
    ///   - processMessageActions: Whether the reactions of stored messages become those of the given messages.
    ///   - batchSize: The number of messages in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first message that was not
    ///     stored.
    /// - Returns: The messages that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        messages: [ChatMessage<ModelData>],
        processMessageActions: Bool,
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMessage<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMessage<ModelData>>] {
        try await write(messages, batchSize: batchSize, batchHandler: batchHandler) { db, message in
            try ManagedEntities.Message.insertOrUpdate(
                message: message.withPlaceholders,
                processMessageActions: processMessageActions,
                into: db
            )
            let storage = ChatStorage<ModelData, ManagedEntities>(db: db)
            try storage.storePending(reactionsTo: message, isStored: !processMessageActions)
        }
    }

    /// Removes a message from the store. Succeeds if it is not stored.
    ///
    /// - Parameter messageId: The identifier in its payload.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if the store cannot be written.
    public func removeStoredMessage(messageId: String) async throws {
        try await write { db in
            _ = try ManagedEntities.Message.remove(messageId: messageId, from: db)
            try Ledger(db: db).forget(unsent: messageId)
        }
    }

    /// Publishes a message and stores it. Messages to one channel arrive in the order of the calls.
    ///
    /// It is sent immediately, without the outbox and its order: if the message is not published, nothing is stored.
    /// ``queueMessage(_:)`` stores it first, and retries.
    ///
    /// - Parameter request: The message, and its publish options.
    /// - Returns: The message with its timetoken.
    /// - Throws: `PNError` or ``ChatError`` if it was not published or stored. If the outcome is unknown,
    ///   `PNError.isOutcomeUnknown` is true; sending the message again is harmless to receivers that store it by its
    ///   identifier.
    @discardableResult
    public func sendRemoteMessage(_ request: SendMessageRequest<ModelData>) async throws -> ChatMessage<ModelData> {
        try await sender.send(request)
    }

    /// Fetches a page of the messages of channels, the newest in the range of the request, and stores them. Unknown
    /// authors and channels get rows with only their identifiers. Payloads that are not messages of the schema are left
    /// out.
    ///
    /// Removes stored messages in the range of the page that no longer exist at the service. The range ends at the
    /// newest message that was stored before the call, and messages that are not published yet stay. A message that was
    /// published with `storeInHistory` false, or that has expired from history, counts as deleted.
    ///
    /// - Parameter request: Selects the messages.
    /// - Returns: The stored messages by channel, oldest first, and the request for older ones; nil if none exists.
    /// - Throws: ``PaginationError`` with the request if they were not fetched or stored.
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

    /// Fetches all pages of the messages of channels, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the messages of each page by channel after they were stored, the request for the next
    ///     page, and the error of the first message that was not stored.
    ///   - progress: Receives the number of stored messages after each page. The service does not report the total.
    /// - Returns: The number of stored messages. Messages that pages repeat for several channels count again.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncAllRemoteMessages(
        _ request: MessageHistoryRequest,
        pageHandler: (@Sendable ([String: [ChatMessage<ModelData>]], MessageHistoryRequest?, (any Error)?) -> Void)? =
            nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<MessageHistoryRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Fetches a page, and stores it.
    func sync(
        _ request: MessageHistoryRequest
    ) async throws -> SyncedPage<[String: [ChatMessage<ModelData>]], MessageHistoryRequest> {
        let (newest, known) = try await store.read { db in
            var (newest, known): ([String: Timetoken], [String: Timetoken]) = ([:], [:])
            for channel in request.channels {
                newest[channel] = try ManagedEntities.Message.newestTimetoken(pubnubChannelId: channel, in: db)
                let end = try Ledger(db: db).localRanges(of: channel).ranges.last?.upTo
                known[channel] = max(newest[channel] ?? 0, end ?? 0)
            }
            return (newest, known)
        }
        return try await ask(about: request.channels) {
            try await service(for: request).history(request)
        } storing: { (page: ChatHistoryPage<ModelData>, storage) in
            for (channel, timetoken) in newest {
                guard let range = page.covered(channel, by: request, upTo: timetoken) else { continue }
                try storage.removeMessages(on: channel, in: range, except: Set(page.timetokens[channel] ?? []))
            }
            let messages = page.messages.sorted { $0.key < $1.key }.flatMap(\.value)
            let (stored, failures) = try storage.storePage(messages) { message -> ChatError? in
                try storage.store(message, withActions: request.actionsInResponse)
            }
            try storage.close(request, page, known: known)
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
