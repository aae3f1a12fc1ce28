import GRDB

/// Channels.
extension DataProvider {
    /// Stores channels, in transactions of `batchSize` channels each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - batchSize: How many channels a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first channel that was not.
    /// - Returns: The channels that were not stored, and why.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` when a batch could not be stored at all, after the last one; `CancellationError` at once.
    @discardableResult
    public func load(
        channels: [ChatChannel<ModelData.Channel>],
        batchSize: Int = 256,
        batchHandler: (@Sendable ([ChatChannel<ModelData.Channel>], (any Error)?) -> Void)? = nil
    ) async throws -> [ChatWriteFailure<ChatChannel<ModelData.Channel>>] {
        try await write(channels, batchSize: batchSize, batchHandler: batchHandler) { db, channel in
            try ManagedEntities.Channel.insertOrUpdate(channel: channel, into: db)
        }
    }

    /// Removes a channel from the store. That it is not stored is no error.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Throws: What the store has against it.
    public func removeStoredChannel(channelId: String) async throws {
        try await write { _ = try ManagedEntities.Channel.remove(channelId: channelId, from: $0) }
    }

    /// Changes a stored channel; a change that is known or older changes nothing.
    ///
    /// - Parameter patcher: The change.
    /// - Throws: ``ChatError/missingRequiredData(_:)`` when the channel is not stored.
    public func patch(channel patcher: ChatChannel<ModelData.Channel>.Patcher) async throws {
        try await write { _ = try ManagedEntities.Channel.patch(usingPatch: patcher, into: $0) }
    }

    /// Fetches a channel and stores it.
    ///
    /// - Parameter request: Which channel.
    /// - Returns: The channel.
    /// - Throws: Why it was not fetched or stored.
    @discardableResult
    public func syncRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await sync(request, hasCustom: request.includeCustom) { try await service(for: request).channel(request) }
    }

    /// Fetches a page of channels and stores them.
    ///
    /// - Parameter request: Which channels.
    /// - Returns: The channels that are stored, and the request for the next page, nil after the last one.
    /// - Throws: Why they were not fetched or stored.
    @discardableResult
    public func syncRemoteChannels(
        _ request: ChannelsFetchRequest
    ) async throws -> (channels: [ChatChannel<ModelData.Channel>], next: ChannelsFetchRequest?) {
        let page = try await sync(request)
        return (page.items, page.next)
    }

    /// Fetches pages of channels until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the channels of each page after they were stored, the request for the next page, and what was wrong with the first channel that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    /// - Returns: How many channels were stored.
    /// - Throws: The request that failed, and why.
    @discardableResult
    public func syncRemoteChannelsPaginated(
        _ request: ChannelsFetchRequest,
        pageHandler: (@Sendable ([ChatChannel<ModelData.Channel>], ChannelsFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: (@Sendable (ChatSyncProgress) -> Void)? = nil
    ) async throws(PaginationError<ChannelsFetchRequest>) -> Int {
        try await walk(from: request, pageHandler, progress) { try await sync($0) }
    }

    /// Creates a channel at the service, or changes it, and stores what the service has then.
    ///
    /// - Parameter request: The channel; what is nil there stays as it is.
    /// - Returns: The channel.
    /// - Throws: Why it was not created or stored.
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

    /// Changes a channel at the service, or creates it, and stores what the service has then.
    ///
    /// - Parameter request: The channel; what is nil there stays as it is.
    /// - Returns: The channel.
    /// - Throws: Why it was not changed or stored.
    @discardableResult
    public func updateRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>
    ) async throws -> ChatChannel<ModelData.Channel> {
        try await createRemoteChannel(request)
    }

    /// Removes a channel from the service and from the store. That there is none is no error.
    ///
    /// - Parameter request: Which channel.
    /// - Throws: Why it was not removed.
    public func removeRemoteChannel(_ request: ChatChannelRequest<ModelData.Channel>) async throws {
        try await service(for: request).removeChannel(request.channel.id)
        try await removeStoredChannel(channelId: request.channel.id)
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
