import GRDB
import Logging
import PubNub
import PubNubWire

import typealias PubNubTime.Timetoken

/// Reactions to messages.
extension DataProvider {
    /// Stores reactions, in transactions of `batchSize` reactions each. A reaction that cannot be stored does not
    /// affect the others.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions. An author that is neither stored nor given gets a row with only the identifier. A
    ///     reaction whose message is neither stored nor given waits for it, as one that arrives before its message.
    ///   - batchSize: The number of reactions in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first reaction that was not
    ///     stored.
    /// - Returns: The reactions that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        messageActions: [ChatMessageAction<ModelData>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMessageAction<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMessageAction<ModelData>>] {
        try await write(messageActions, batchSize: batchSize, batchHandler: batchHandler) { db, action in
            var action = action
            action.userModel = action.userModel ?? ChatUser(id: action.pubnubUserId)
            action.messageModel = action.messageModel?.withPlaceholders
            try ChatStorage<ModelData, ManagedEntities>(db: db).store(action)
        }
    }

    /// Removes a reaction from the store. Succeeds if it is not stored.
    ///
    /// - Parameter messageActionId: Its identifier.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` if the store cannot be written.
    public func removeStoredMessageAction(messageActionId: String) async throws {
        try await write { _ = try ManagedEntities.MessageAction.remove(messageActionId: messageActionId, from: $0) }
    }

    /// Adds a reaction to a message at the service, and stores it, without the outbox. Succeeds if the current user has added
    /// it already. ``addReaction(_:on:type:)`` stores it first.
    ///
    /// - Parameter request: The reaction.
    /// - Returns: The reaction.
    /// - Throws: `PNError` if it was not added; ``ChatError/missingRequiredData(_:)`` if it was added but its message
    ///   is neither stored nor given.
    @discardableResult
    public func sendRemoteMessageAction(
        _ request: MessageActionSendRequest<ModelData>
    ) async throws -> ChatMessageAction<ModelData> {
        let action: ChatMessageAction<ModelData>
        do {
            action = try await service(for: request).addAction(request)
        } catch let error as PNError where error.statusCode == 409 {
            guard let known = try await existing(request) else { throw error }
            return known
        }
        try await write { db in
            var action = action
            let stored = ManagedEntities.Message.messageBy(
                pubnubTimetoken: action.parentTimetoken,
                channelId: action.pubnubChannelId
            )
            if let parent = request.parent, try stored.isEmpty(db) {
                action.messageModel = parent.withPlaceholders
            }
            try ManagedEntities.MessageAction.insertOrUpdate(messageAction: action, into: db)
            self.journal.record(.reaction(action))
        }
        return action
    }

    /// Removes a message action that the service does not have yet from the outbox.
    ///
    /// - Returns: Whether it is such a one.
    private func discardPending(_ action: ChatMessageAction<ModelData>) async throws -> Bool {
        guard action.isPending else { return false }
        return try await write { db in
            guard let row = try PubNubManagedMessageAction.stored(action.id, in: db) else { return true }
            guard let sequence = row.pending else { return false }
            guard try Ledger(db: db).discard(sequence) else {
                throw ChatError.entityCreationError("reaction \(action.id) is being sent")
            }
            return true
        }
    }

    /// The reaction of the current user that is the same as that of a request, from the store or from history.
    private func existing(
        _ request: MessageActionSendRequest<ModelData>
    ) async throws -> ChatMessageAction<ModelData>? {
        let userId = pubnubProvider.clientIdentifier()
        let timetoken = request.messageTimetoken
        func stored() async throws -> ChatMessageAction<ModelData>? {
            try await store.read { db in
                let rows = ManagedEntities.MessageAction.messageActionsBy(
                    messageTimetoken: timetoken,
                    channelId: request.channelId
                )
                for row in try rows.fetchAll(db) {
                    let action: ChatMessageAction<ModelData> = try row.convert(from: db)
                    let isSame = action.sourceType == request.actionType && action.value == request.actionValue
                    if isSame, action.pubnubUserId.hasSameBytes(as: userId) { return action }
                }
                return nil
            }
        }
        if let action = try await stored() { return action }
        _ = try await sync(
            MessageHistoryRequest(channels: [request.channelId], start: timetoken + 1, end: timetoken)
        )
        return try await stored()
    }

    /// Removes a reaction of the current user from the service and from the store, without the outbox. Succeeds if the
    /// service has none. ``removeReaction(_:on:type:)`` stores the removal first.
    ///
    /// - Parameter request: The reaction. If the service does not have it yet, it is removed from the outbox.
    /// - Throws: `PNError` or ``ChatError`` if it was not removed; ``ChatError/entityCreationError(_:)`` if it is being sent.
    public func removeRemoteMessageAction(_ request: MessageActionRequest<ModelData>) async throws {
        guard try await !discardPending(request.messageAction) else { return }
        do {
            try await service(for: request).removeAction(request.messageAction)
        } catch let error as PNError where error.isNotFound {
            ChatLog.logger.debug("Reaction \(request.messageAction.id) was removed before")
        }
        try await apply(.reactionRemoved(request.messageAction))
    }

    /// Fetches a page of the reactions to the messages of a channel, the newest in the range of the request, and stores
    /// them. Unknown authors get rows with only their identifiers. Reactions to messages that are not stored are left
    /// out.
    ///
    /// - Parameter request: Selects the reactions.
    /// - Returns: The stored reactions, oldest first, and the request for older ones, which may find none after a full
    ///   page; nil if none exists.
    /// - Throws: ``PaginationError`` with the request if they were not fetched or stored.
    @discardableResult
    public func syncRemoteMessageActions(
        _ request: MessageActionFetchRequest
    ) async throws(PaginationError<MessageActionFetchRequest>) -> (
        actions: [ChatMessageAction<ModelData>], next: MessageActionFetchRequest?
    ) {
        do {
            let page = try await sync(request)
            return (page.items, page.next)
        } catch {
            throw PaginationError(request: request, error: error)
        }
    }

    /// Fetches all pages of the reactions to the messages of a channel, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the reactions of each page after they were stored, the request for the next page, and
    ///     the error of the first reaction that was not stored.
    ///   - progress: Receives the number of stored reactions after each page. The service does not report the total.
    /// - Returns: The number of stored reactions.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncAllRemoteMessageActions(
        _ request: MessageActionFetchRequest,
        pageHandler: (@Sendable ([ChatMessageAction<ModelData>], MessageActionFetchRequest?, (any Error)?) -> Void)? =
            nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<MessageActionFetchRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    private func sync(
        _ request: MessageActionFetchRequest
    ) async throws -> SyncedPage<[ChatMessageAction<ModelData>], MessageActionFetchRequest> {
        try await ask(about: [request.channel]) {
            try await service(for: request).actions(request)
        } storing: { (page: (actions: [ChatMessageAction<ModelData>], next: MessageActionFetchRequest?), storage) in
            let (stored, failures) = try storage.storePage(page.actions) { action in
                try ManagedEntities.MessageAction.insertOrUpdate(messageAction: action, into: storage.db)
            }
            return SyncedPage(items: stored, count: stored.count, failures: failures, total: nil, next: page.next)
        }
    }
}

extension ChatMessage {
    /// The message, with placeholders for an author and a channel that are not stored.
    var withPlaceholders: Self {
        var message = self
        message.userModel = userModel ?? ChatUser(id: pubnubUserId)
        message.channelModel = channelModel ?? ChatChannel(id: pubnubChannelId)
        for index in messageActions.indices where messageActions[index].userModel == nil {
            message.messageActions[index].userModel = ChatUser(id: messageActions[index].pubnubUserId)
        }
        return message
    }
}
