/// Channels, with closures.
extension DataProvider {
    /// Stores channels, in transactions of `batchSize` channels each. One that cannot be stored costs its neighbours nothing.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - batchSize: How many channels a transaction has.
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first channel that was not.
    ///   - completion: Called after the last batch.
    public func load(
        channels: [ChatChannel<ModelData.Channel>],
        batchSize: Int = 256,
        batchHandler: (([ChatChannel<ModelData.Channel>], (any Error)?) -> Void)? = nil,
        completion: (() -> Void)? = nil
    ) {
        startLoad(batchHandler, completion) {
            try await self.load(channels: channels, batchSize: batchSize, batchHandler: $0)
        }
    }

    /// Removes a channel from the store. That it is not stored is no error.
    ///
    /// - Parameters:
    ///   - channelId: The identifier of the channel.
    ///   - completion: Gets what the store has against it, or nil.
    public func removeStoredChannel(channelId: String, completion: (((any Error)?) -> Void)? = nil) {
        startInLine(completion) { try await self.removeStoredChannel(channelId: channelId) }
    }

    /// Changes a stored channel; a change that is known or older changes nothing.
    ///
    /// - Parameters:
    ///   - patcher: The change.
    ///   - completion: Gets ``ChatError/missingRequiredData(_:)`` when the channel is not stored, or nil.
    public func patch(
        channel patcher: ChatChannel<ModelData.Channel>.Patcher,
        completion: (((any Error)?) -> Void)? = nil
    ) {
        startInLine(completion) { try await self.patch(channel: patcher) }
    }

    /// Fetches a channel and stores it.
    ///
    /// - Parameters:
    ///   - request: Which channel.
    ///   - completion: Gets the channel, or why it was not fetched or stored.
    public func syncRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.syncRemoteChannel(request) }
    }

    /// Fetches a page of channels and stores them.
    ///
    /// - Parameters:
    ///   - request: Which channels.
    ///   - completion: Gets the channels that are stored with the request for the next page, nil after the last one, or why they were not fetched or stored.
    public func syncRemoteChannels(
        _ request: ChannelsFetchRequest,
        completion: (
            (Result<(channels: [ChatChannel<ModelData.Channel>], next: ChannelsFetchRequest?), any Error>) -> Void
        )?
    ) {
        start(completion) { try await self.syncRemoteChannels(request) }
    }

    /// Fetches pages of channels until there is none, and stores each.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - pageHandler: Gets the channels of each page after they were stored, the request for the next page, and what was wrong with the first channel that was
    ///     not stored.
    ///   - progress: Gets how many are stored, after each page.
    ///   - completion: Gets the request that failed and why, or nil.
    public func syncRemoteChannelsPaginated(
        _ request: ChannelsFetchRequest,
        pageHandler: (([ChatChannel<ModelData.Channel>], ChannelsFetchRequest?, (any Error)?) -> Void)? = nil,
        progress: ((ChatSyncProgress) -> Void)? = nil,
        completion: ((PaginationError<ChannelsFetchRequest>?) -> Void)? = nil
    ) {
        startWalk(pageHandler, progress, completion) {
            pages,
            progress async throws(PaginationError<ChannelsFetchRequest>) in
            try await self.syncRemoteChannelsPaginated(request, pageHandler: pages, progress: progress)
        }
    }

    /// Creates a channel at the service, or changes it, and stores what the service has then.
    ///
    /// - Parameters:
    ///   - request: The channel; what is nil there stays as it is.
    ///   - completion: Gets the channel, or why it was not created or stored.
    public func createRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.createRemoteChannel(request) }
    }

    /// Changes a channel at the service, or creates it, and stores what the service has then.
    ///
    /// - Parameters:
    ///   - request: The channel; what is nil there stays as it is.
    ///   - completion: Gets the channel, or why it was not changed or stored.
    public func updateRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<ChatChannel<ModelData.Channel>, any Error>) -> Void)? = nil
    ) {
        start(completion) { try await self.updateRemoteChannel(request) }
    }

    /// Deletes the metadata of a channel at the service, and makes the stored channel a placeholder. Succeeds if there is none.
    ///
    /// - Parameters:
    ///   - request: Which channel.
    ///   - completion: Told how it ended.
    public func removeRemoteChannel(
        _ request: ChatChannelRequest<ModelData.Channel>,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {
        start(completion) { try await self.removeRemoteChannel(request) }
    }
}
