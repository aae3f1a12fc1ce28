/// Channels, with closures.
extension DataProvider {
    /// Stores channels, in transactions of `batchSize` channels each. A channel that cannot be stored does not affect
    /// the others.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - batchSize: The number of channels in a transaction.
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first channel that was not
    ///     stored.
    ///   - completion: Called after the last batch.
    public func load(
        channels: [ChatChannel<ModelData.Channel>],
        batchSize: Int = 256,
        batchHandler: (([ChatChannel<ModelData.Channel>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            _ = try await self.load(channels: channels, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a channel from the store. Succeeds if it is not stored.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - completion: Receives the error if the store cannot be written, or nil.
    public func removeStoredChannel(channelId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInOrder(completion) { _ = try await self.removeStoredChannel(channelId: channelId) }
    }

    /// Changes a stored channel; a change that is already applied or older is ignored.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Receives ``ChatError/missingRequiredData(_:)`` if the channel is not stored, or nil.
    public func patch(
        channel patcher: ChatChannel<ModelData.Channel>.Patcher,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        startInOrder(completion) { try await self.patch(channel: patcher) }
    }

    /// Fetches a channel and stores it.
    ///
    /// - Parameters:
    ///   - request: Selects the channel.
    ///   - completion: Receives the channel, or the error if it was not fetched or stored.
    public func syncRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.syncRemoteChannel(request) }
    }

    /// Fetches a page of channels and stores them.
    ///
    /// - Parameters:
    ///   - request: Selects the channels.
    ///   - completion: Receives the stored channels with the request for the next page, nil after the last one, or the
    ///     error if they were not fetched or stored.
    public func syncRemoteChannels(
        _ request: ChannelsFetchRequest,
        completion: (
            (Result<(channels: [ChatChannel<ModelData.Channel>], next: ChannelsFetchRequest?), any Error>) -> Void
        )?
    ) {
        start(completion) { try await self.syncRemoteChannels(request) }
    }

    /// Fetches all pages of channels, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Receives the channels of each page after they were stored, the request for the next page, and
    ///     the error of the first channel that was not stored.
    ///   - progress: Receives the number of stored items after each page.
    ///   - completion: Receives nil, or the request that failed with its error.
    public func syncRemoteChannelsPaginated(
        _ request: ChannelsFetchRequest,
        pageHandler: (([ChatChannel<ModelData.Channel>], ChannelsFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<ChannelsFetchRequest>?) -> Void)? = nil
    ) {
        startPaging(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<ChannelsFetchRequest>) in
            try await self.syncRemoteChannelsPaginated(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates a channel at the service, or changes it, and stores the result.
    ///
    /// - Parameters:
    ///   - request: The channel; fields that are nil do not change.
    ///   - completion: Receives the channel, or the error if it was not created or stored.
    public func createRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.createRemoteChannel(request) }
    }

    /// Changes a channel at the service, or creates it, and stores the result.
    ///
    /// - Parameters:
    ///   - request: The channel; fields that are nil do not change.
    ///   - completion: Receives the channel, or the error if it was not changed or stored.
    public func updateRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.updateRemoteChannel(request) }
    }

    /// Deletes the metadata of a channel at the service, and makes the stored channel a placeholder. Succeeds if none
    /// exists.
    ///
    /// - Parameters:
    ///   - request: Selects the channel.
    ///   - completion: Receives the result.
    public func removeRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteChannel(request) }
    }
}
