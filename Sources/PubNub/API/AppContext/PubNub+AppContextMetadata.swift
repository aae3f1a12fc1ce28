/// Metadata of users (App Context).
extension PubNub {
    /// Fetches a page of all users of the subscribe key. The service can be configured to refuse this.
    ///
    /// An invalid filter is an error of category ``PNStatusCategory/malformedFilterExpressionCategory`` or
    /// ``PNStatusCategory/badRequestCategory``; a `limit` above 100 is an error of the latter.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func allUUIDMetadata(
        with request: PNFetchAllUUIDMetadataRequest,
        completion block: @escaping PNFetchAllUUIDMetadataCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchAllUUIDMetadataResult($1) }
    }

    /// Fetches the metadata of a user. A user without metadata is an error of category
    /// ``PNStatusCategory/resourceNotFoundCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func uuidMetadata(
        with request: PNFetchUUIDMetadataRequest,
        completion block: @escaping PNFetchUUIDMetadataCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchUUIDMetadataResult($1) }
    }

    /// Changes the metadata of a user; creates the user if necessary. Clients that are subscribed to the user or to one of
    /// the user's channels receive an event, unless nothing changed.
    ///
    /// If no response arrives, the client repeats the change, which has no further effect. It does not repeat a change
    /// with an entity tag; see ``PNError/isOutcomeUnknown``. An entity tag that does not match is an error of category
    /// ``PNStatusCategory/entityTagMismatchCategory`` (150). A string that is too long, a custom value that is not a
    /// string, number or boolean, and a record of more than 32 KiB are errors of category
    /// ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setUUIDMetadataWith(
        _ request: PNSetUUIDMetadataRequest,
        completion block: PNSetUUIDMetadataCompletionBlock? = nil
    ) {
        face.change(request, block) { PNSetUUIDMetadataStatus($0, $1) }
    }

    /// Removes the metadata of a user. Succeeds if the user has no metadata.
    ///
    /// An entity tag that does not match is an error of category ``PNStatusCategory/entityTagMismatchCategory`` (150).
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeUUIDMetadata(
        with request: PNRemoveUUIDMetadataRequest,
        completion block: PNRemoveUUIDMetadataCompletionBlock? = nil
    ) {
        face.change(request, block)
    }
}

/// Metadata of channels (App Context).
extension PubNub {
    /// Fetches a page of all channels that have metadata. The service can be configured to refuse this.
    ///
    /// An invalid filter is an error of category ``PNStatusCategory/malformedFilterExpressionCategory`` or
    /// ``PNStatusCategory/badRequestCategory``; a `limit` above 100 is an error of the latter.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func allChannelsMetadata(
        with request: PNFetchAllChannelsMetadataRequest,
        completion block: @escaping PNFetchAllChannelsMetadataCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchAllChannelsMetadataResult($1) }
    }

    /// Fetches the metadata of a channel. A channel without metadata is an error of category
    /// ``PNStatusCategory/resourceNotFoundCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func channelMetadata(
        with request: PNFetchChannelMetadataRequest,
        completion block: @escaping PNFetchChannelMetadataCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchChannelsMetadataResult($1) }
    }

    /// Changes the metadata of a channel; creates the metadata if necessary. Clients that are subscribed to the channel
    /// receive an event, unless nothing changed.
    ///
    /// If no response arrives, the client repeats the change, which has no further effect. It does not repeat a change
    /// with an entity tag; see ``PNError/isOutcomeUnknown``. An entity tag that does not match is an error of category
    /// ``PNStatusCategory/entityTagMismatchCategory`` (150). A string that is too long, a custom value that is not a
    /// string, number or boolean, and a record of more than 32 KiB are errors of category
    /// ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setChannelMetadataWith(
        _ request: PNSetChannelMetadataRequest,
        completion block: PNSetChannelMetadataCompletionBlock? = nil
    ) {
        face.change(request, block) { PNSetChannelMetadataStatus($0, $1) }
    }

    /// Removes the metadata of a channel. Succeeds if the channel has no metadata.
    ///
    /// An entity tag that does not match is an error of category ``PNStatusCategory/entityTagMismatchCategory`` (150).
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeChannelMetadata(
        with request: PNRemoveChannelMetadataRequest,
        completion block: PNRemoveChannelMetadataCompletionBlock? = nil
    ) {
        face.change(request, block)
    }
}
