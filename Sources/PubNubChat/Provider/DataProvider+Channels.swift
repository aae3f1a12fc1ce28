import GRDB

/// Channels.
extension DataProvider {
    /// Stores channels, in transactions of `batchSize` channels each. A channel that cannot be stored does not affect
    /// the others.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - batchSize: The number of channels in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first channel that was not
    ///     stored.
    /// - Returns: The channels that were not stored, with their errors.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        channels: [ChatChannel<ModelData.Channel>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatChannel<ModelData.Channel>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatChannel<ModelData.Channel>>] {
        try await write(channels, batchSize: batchSize, batchHandler: batchHandler) { db, channel in
            try ManagedEntities.Channel.insertOrUpdate(channel: channel, into: db)
        }
    }

    /// Removes a channel from the store with everything that belongs to it: messages, reactions, members, unread counts, the
    /// draft, queued messages, the record of what is stored of it, and the channels of its threads. Succeeds if it is not
    /// stored.
    ///
    /// Messages are removed in transactions of 500. Messages that remain have no channel until a channel with the
    /// identifier is stored again: no query by channel and no search finds them, and
    /// ``ChatStore/removeMessages(beyond:now:)`` removes them. Converted messages have an empty `pubnubChannelId` then.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - keepingMessages: Whether its published messages stay; false by default.
    /// - Returns: The identifiers of the queued messages that were discarded.
    /// - Throws: ``ChatError/entityCreationError(_:)`` while one of its messages is being sent;
    ///   ``ChatError/cannotWriteStore(_:)`` if the store cannot be written. If a message that is queued during the removal is
    ///   being sent at its end, other messages are removed by then, and another call removes the rest.
    @discardableResult
    public func removeStoredChannel(channelId: String, keepingMessages: Bool = false) async throws -> [String] {
        let ids = try await write { db in
            let threads = ChatThread(parentChannelId: channelId, parentTimetoken: 0).id.dropLast()
            let names = try String.fetchAll(
                db,
                sql: "SELECT id FROM channel WHERE substr(id, 1, ?) = ?",
                arguments: [threads.unicodeScalars.count, String(threads)]
            )
            return names.filter { ChatThread(id: $0)?.parentChannelId == channelId } + [channelId]
        }
        guard ManagedEntities.Channel.self == PubNubManagedChannel.self,
            ManagedEntities.Message.self == PubNubManagedMessage.self
        else {
            try await write { _ = try ManagedEntities.Channel.remove(channelId: channelId, from: $0) }
            return []
        }
        var discarded: [String] = []
        for id in ids {
            discarded += try await write { try RemovedChannel(id: id, db: $0).discardQueued() }
            while !keepingMessages, try await write({ try RemovedChannel(id: id, db: $0).removeMessages() }) {}
            // Messages may have been queued or received between the transactions. They must not stay without a channel.
            discarded += try await write { db in
                let channel = RemovedChannel(id: id, db: db)
                let queued = try channel.discardQueued()
                while !keepingMessages, try channel.removeMessages() {}
                try channel.remove()
                return queued
            }
        }
        return discarded
    }

    /// Changes a stored channel; a change that is already applied or older is ignored.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` if the channel is not stored.
    public func patch(channel patcher: ChatChannel<ModelData.Channel>.Patcher) async throws {
        try await write { _ = try ManagedEntities.Channel.patch(usingPatch: patcher, into: $0) }
    }

    /// Fetches a channel and stores it.
    ///
    /// - Parameter request: Selects the channel.
    /// - Returns: The channel.
    /// - Throws: `PNError` or ``ChatError`` if it was not fetched or stored.
    @discardableResult
    public func syncRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await sync(request, hasCustom: request.includeCustom) { try await service(for: request).channel(request) }
    }

    /// Fetches a page of channels and stores them.
    ///
    /// - Parameter request: Selects the channels.
    /// - Returns: The stored channels, and the request for the next page, nil after the last one.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored.
    @discardableResult
    public func syncRemoteChannels(
        _ request: ChannelsFetchRequest
    ) async throws -> (channels: [ChatChannel<ModelData.Channel>], next: ChannelsFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches all pages of channels, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the channels of each page after they were stored, the request for the next page, and
    ///     the error of the first channel that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    /// - Returns: The number of stored channels.
    /// - Throws: ``PaginationError`` with the request that failed and its error.
    @discardableResult
    public func syncRemoteChannelsPaginated(
        _ request: ChannelsFetchRequest,
        pageHandler: (@Sendable ([ChatChannel<ModelData.Channel>], ChannelsFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<ChannelsFetchRequest>) -> Int {
        try await readAllPages(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates a channel at the service, or changes it, and stores the result.
    ///
    /// - Parameter request: The channel; fields that are nil do not change.
    /// - Returns: The channel.
    /// - Throws: `PNError` or ``ChatError`` if it was not created or stored.
    @discardableResult
    public func createRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await sync(request, hasCustom: true) {
            var channel = try await service(for: request).setChannel(request)
            if !request.includeCustom { channel.takeCustom(from: request.channel) }
            return channel
        }
    }

    /// Changes a channel at the service, or creates it, and stores the result. Changes by other clients stay; see
    /// ``updateRemoteUser(_:conflict:)``.
    ///
    /// - Parameters:
    ///   - request: The channel. The response always includes custom data.
    ///   - conflict: What happens if another client changed the same field: the value of this one applies by default.
    /// - Returns: The channel as the service has it.
    /// - Throws: ``ChatError/conflict(fields:)``; otherwise `PNError` or ``ChatError`` if it was not changed or stored.
    @discardableResult
    public func updateRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        conflict: ChatConflictPolicy = .mine
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await store(channelOf: request, conflict) { try await $0.run(request.channel) }
    }

    /// Deletes the metadata of a channel at the service. Succeeds if none exists.
    ///
    /// The stored channel becomes a placeholder that has only its identifier, so that its messages and members stay in
    /// it. Call ``removeStoredChannel(channelId:keepingMessages:)`` to also remove the placeholder.
    ///
    /// - Parameter request: Selects the channel.
    /// - Throws: `PNError` or ``ChatError`` if it was not removed.
    public func removeRemoteChannel(_ request: ChatChannelRequest<ModelData.Channel>) async throws {
        try await service(for: request).removeChannel(request.channel.id)
        try await apply(.channelRemoved(request.channel.id, at: nil))
    }

    private func sync(
        _ request: ChannelsFetchRequest
    ) async throws -> SyncedPage<[ChatChannel<ModelData.Channel>], ChannelsFetchRequest> {
        try await sync(request, about: nil) {
            try await service(for: request).channels(request)
        } each: { storage, channel in
            try storage.store(fetched: channel, hasCustom: request.includeCustom)
        }
    }

    private func sync(
        _ request: ChatChannelRequest<ModelData.Channel>,
        hasCustom: Bool,
        _ question: () async throws -> ChatChannel<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await ask(about: [request.channel.id], question) { channel, storage in
            try storage.store(fetched: channel, hasCustom: hasCustom)
            return channel
        }
    }
}
