/// Reactions to messages, with closures.
extension DataProvider {
    /// Stores reactions, in transactions of `batchSize` reactions each. A reaction that cannot be stored does not
    /// affect the others.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions. Their messages and authors must be stored or included.
    ///   - batchSize: The number of reactions in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first reaction that was not
    ///     stored.
    ///   - completion: Called after the last batch.
    public func load(
        messageActions: [ChatMessageAction<ModelData>],
        batchSize: Int = 256,
        batchHandler: (([ChatMessageAction<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            _ = try await self.load(messageActions: messageActions, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a reaction from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - messageActionId: Its identifier.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func removeStoredMessageAction(messageActionId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { try await self.removeStoredMessageAction(messageActionId: messageActionId) }
    }

    /// Adds a reaction to a message at the service, and stores it.
    ///
    /// - Parameters:
    ///   - request: The reaction.
    ///   - completion: Receives the reaction, or the error if it was not added or stored.
    public func sendRemoteMessageAction(
        _ request: MessageActionSendRequest<ModelData>,
        completion: ((Result<ChatMessageAction<ModelData>, any Error>) -> Void)?
    ) {
        start(completion) { try await self.sendRemoteMessageAction(request) }
    }

    /// Removes a reaction of the current user from the service and from the store.
    ///
    /// - Parameters:
    ///   - request: The reaction.
    ///   - completion: Receives the result.
    public func removeRemoteMessageAction(
        _ request: MessageActionRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteMessageAction(request) }
    }

    /// Fetches a page of the reactions to the messages of a channel, the newest in the range of the request, and stores
    /// them. Unknown authors get rows with only their identifiers. Reactions to messages that are not stored are left
    /// out.
    ///
    /// - Parameters:
    ///   - request: Selects the reactions.
    ///   - completion: Receives the stored reactions, oldest first, with the request for older ones, which may find none
    ///     after a full page, nil if none exists; or the request with the error if they were not fetched or stored.
    public func syncRemoteMessageActions(
        _ request: MessageActionFetchRequest,
        completion: (
            (
                Result<
                    (actions: [ChatMessageAction<ModelData>], next: MessageActionFetchRequest?),
                    PaginationError<MessageActionFetchRequest>
                >
            ) -> Void
        )?
    ) {
        start(completion) { () async throws(PaginationError<MessageActionFetchRequest>) in
            try await self.syncRemoteMessageActions(request)
        }
    }

    /// Does the same as ``syncRemoteMessageActions(_:completion:)`` by the name that the documentation of the original components prints
    /// in its signature. It removes nothing.
    ///
    /// - Parameters:
    ///   - request: Selects the reactions.
    ///   - completion: Receives the result of ``syncRemoteMessageActions(_:completion:)``.
    public func removeRemoteMessageAction(
        _ request: MessageActionFetchRequest,
        completion: (
            (
                Result<
                    (actions: [ChatMessageAction<ModelData>], next: MessageActionFetchRequest?),
                    PaginationError<MessageActionFetchRequest>
                >
            ) -> Void
        )?
    ) {
        syncRemoteMessageActions(request, completion: completion)
    }

    /// Fetches all pages of the reactions to the messages of a channel, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the reactions of each page after they were stored, the request for the next page, and
    ///     the error of the first reaction that was not stored.
    ///   - progress: Receives the number of stored reactions after each page. The service does not report the total.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncAllRemoteMessageActions(
        _ request: MessageActionFetchRequest,
        pageHandler: (([ChatMessageAction<ModelData>], MessageActionFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<MessageActionFetchRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<MessageActionFetchRequest>) in
            try await self.syncAllRemoteMessageActions(request, pageHandler: pages, progress: progress)
        }
    }
}
