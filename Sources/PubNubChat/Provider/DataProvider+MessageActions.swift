import GRDB

/// Reactions to messages.
extension DataProvider {
    /// Stores reactions, in transactions of `batchSize` reactions each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions; their messages and authors are stored, or come with them.
    ///   - batchSize: How many reactions a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first reaction that was not.
    /// - Returns: The reactions that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func load(
        messageActions: [ChatMessageAction<ModelData>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatMessageAction<ModelData>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatMessageAction<ModelData>>] {
        try await write(messageActions, batchSize: batchSize, batchHandler: batchHandler) { db, action in
            try ManagedEntities.MessageAction.insertOrUpdate(messageAction: action, into: db)
        }
    }

    /// Removes a reaction from the store. That it is not stored is no error.
    ///
    /// - Parameter messageActionId: Its identifier.
    /// - Throws: What the store has against it.
    public func removeStoredMessageAction(messageActionId: String) async throws {
        try await write { _ = try ManagedEntities.MessageAction.remove(messageActionId: messageActionId, from: $0) }
    }

    /// Adds a reaction to a message at the service, and stores it.
    ///
    /// - Parameter request: The reaction.
    /// - Returns: The reaction.
    /// - Throws: Why it was not added; ``ChatError/missingRequiredData(_:)`` when it was, but its message is neither stored nor given.
    @discardableResult
    public func sendRemoteMessageAction(
        _ request: MessageActionSendRequest<ModelData>
    ) async throws -> ChatMessageAction<ModelData> {
        let action: ChatMessageAction<ModelData> = try await service(for: request).addAction(request)
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

    /// Removes a reaction of the current user from the service and from the store.
    ///
    /// - Parameter request: The reaction.
    /// - Throws: Why it was not removed.
    public func removeRemoteMessageAction(_ request: MessageActionRequest<ModelData>) async throws {
        try await service(for: request).removeAction(request.messageAction)
        try await apply(.reactionRemoved(request.messageAction))
    }

    /// Fetches a page of the reactions to the messages of a channel, the newest of those asked for, and stores them. Unknown authors get rows with their
    /// identifiers alone. Those to messages that are not stored are left out.
    ///
    /// - Parameter request: Which reactions.
    /// - Returns: The reactions that are stored, oldest first, and the request for older ones, nil when there are none.
    /// - Throws: The request with why they were not fetched or stored.
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

    /// Fetches pages of the reactions to the messages of a channel until there is none, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the reactions of each page after they were stored, the request for the next page, and what was wrong with the first reaction that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page. The service does not tell how many there are.
    /// - Returns: How many reactions were stored.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncAllRemoteMessageActions(
        _ request: MessageActionFetchRequest,
        pageHandler: (@Sendable ([ChatMessageAction<ModelData>], MessageActionFetchRequest?, (any Error)?) -> Void)? =
            nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<MessageActionFetchRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
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
    /// The message, with an author and a channel to be made where they are not stored.
    var withPlaceholders: Self {
        var message = self
        message.userModel = userModel ?? ChatUser(id: pubnubUserId)
        message.channelModel = channelModel ?? ChatChannel(id: pubnubChannelId)
        return message
    }
}
