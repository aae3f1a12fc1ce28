/// Metadata of channels (App Context).
extension PubNub {
    /// Asks for a page of all channels that have metadata. The service may be set up to refuse this.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func allChannelsMetadata(
        with request: PNFetchAllChannelsMetadataRequest,
        completion block: @escaping PNFetchAllChannelsMetadataCompletionBlock
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            switch result {
            case .success(let value):
                block(PNFetchAllChannelsMetadataResult(data: PNFetchAllChannelsMetadataData(value)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }

    /// Asks for the metadata of a channel. One that has none is an error of category
    /// ``PNStatusCategory/resourceNotFoundCategory``.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func channelMetadata(
        with request: PNFetchChannelMetadataRequest,
        completion block: @escaping PNFetchChannelMetadataCompletionBlock
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            switch result {
            case .success(let value):
                block(PNFetchChannelsMetadataResult(data: PNFetchChannelMetadataData(metadata: value)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }

    /// Changes the metadata of a channel, which need not have any yet. Whoever is subscribed to the channel is told, unless nothing
    /// changed.
    ///
    /// Where no answer says so, the change is made again, which is the same as once; but not when it is bound to an entity tag,
    /// see ``PNError/isOutcomeUnknown``.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func setChannelMetadataWith(
        _ request: PNSetChannelMetadataRequest,
        completion block: PNSetChannelMetadataCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNSetChannelMetadataStatus(content, data: PNSetChannelMetadataData(metadata: result.value)))
        }
    }

    /// Removes the metadata of a channel. That there is none is no error.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func removeChannelMetadata(
        with request: PNRemoveChannelMetadataRequest,
        completion block: PNRemoveChannelMetadataCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNAcknowledgmentStatus(content))
        }
    }
}
