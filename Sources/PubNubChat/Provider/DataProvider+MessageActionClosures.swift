/// Reactions to messages, with closures.
extension DataProvider {
    /// Stores reactions, in transactions of `batchSize` reactions each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - messageActions: The reactions; their messages and authors are stored, or come with them.
    ///   - batchSize: How many reactions a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first reaction that was not.
    ///   - completion: Called after the last batch.
    public func load(
        messageActions: [ChatMessageAction<ModelData>],
        batchSize: Int = 256,
        batchHandler: (([ChatMessageAction<ModelData>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.load(messageActions: messageActions, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a reaction from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - messageActionId: Its identifier.
    ///   - completion: Gets what the store has against it, or nil.
    public func removeStoredMessageAction(messageActionId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.removeStoredMessageAction(messageActionId: messageActionId) }
    }

    /// Adds a reaction to a message at the service, and stores it.
    ///
    /// - Parameters:
    ///   - request: The reaction.
    ///   - completion: Gets the reaction, or why it was not added or stored.
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
    ///   - completion: Told how it ended.
    public func removeRemoteMessageAction(
        _ request: MessageActionRequest<ModelData>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteMessageAction(request) }
    }

    /// Fetches a page of the reactions to the messages of a channel, the newest of those asked for, and stores them. Unknown authors get rows with their
    /// identifiers alone. Those to messages that are not stored are left out.
    ///
    /// - Parameters:
    ///   - request: Which reactions.
    ///   - completion: Gets the reactions that are stored, oldest first, with the request for older ones, nil when there are none; or the request with why they
    ///     were not fetched or stored.
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

    /// ``syncRemoteMessageActions(_:completion:)`` by the name that the documentation of the original components prints in its signature. It removes nothing.
    ///
    /// - Parameters:
    ///   - request: Which reactions.
    ///   - completion: Gets what the other one gives.
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

    /// Fetches pages of the reactions to the messages of a channel until there is none, newest first, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the reactions of each page after they were stored, the request for the next page, and what was wrong with the first reaction that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page. The service does not tell how many there are.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncAllRemoteMessageActions(
        _ request: MessageActionFetchRequest,
        pageHandler: (([ChatMessageAction<ModelData>], MessageActionFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<MessageActionFetchRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<MessageActionFetchRequest>) in
            try await self.syncAllRemoteMessageActions(request, pageHandler: pages, progress: progress)
        }
    }
}
