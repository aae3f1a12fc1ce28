import Dispatch

/// Reading stored messages (README "History").
extension PubNub {
    /// Reads everything that is stored for a channel, page by page, oldest first. This can be a lot and take long.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - handleBlock: Called once with all messages, the channel and the dates of the oldest and newest, or with the
    ///     error. nil, the default, when nobody waits for it.
    public func requestFullHistory(
        for channel: PNChannel,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        requestFullHistory(
            for: channel,
            includingTimeToken: shouldIncludeTimeToken,
            progressBlock: { _ in },
            withCompletionBlock: handleBlock
        )
    }

    /// Reads everything that is stored for a channel, and tells how far it has come.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - progressBlock: Called after each page with the number of messages read so far.
    ///   - handleBlock: Called once with all messages, or with the error; nil, the default, when nobody waits for it.
    public func requestFullHistory(
        for channel: PNChannel,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        progressBlock: @escaping (Int) -> Void,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        let request = HistoryRequest(channel: channel, includesTokens: shouldIncludeTimeToken)
        let completion = engine.hub.completion(
            handleBlock.map { .history($0) },
            for: .init("full history", [request.key])
        )
        let progress = CallbackBox(progressBlock)
        engine.loadAll(request) { [hub = engine.hub] count in
            hub.post { progress.value(count) }
        } completion: { [engine] result in
            engine.emit(.history(channel: channel, result), completion: completion)
        }
    }

    /// Reads a part of what is stored for a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - startDate: The exclusive bound where reading starts; nil for none. Where the end lies before the start the two
    ///     are exchanged.
    ///   - endDate: The inclusive bound where reading ends; nil, the default, for none.
    ///   - limit: How many messages at most, 1 to 100; 0, the default, and anything larger mean 100.
    ///   - shouldReverseMessageHistory: Whether reading goes from the oldest on and not from the newest back; false by
    ///     default. The messages of an answer are in ascending time either way.
    ///   - shouldIncludeTimeToken: Whether each message comes with its date; false by default.
    ///   - handleBlock: Called with the messages, the channel and the dates of the oldest and newest, or with the error.
    ///     nil, the default, when nobody waits for it.
    public func requestHistory(
        for channel: PNChannel,
        from startDate: PNDate?,
        to endDate: PNDate? = nil,
        limit: UInt = 0,
        reverseHistory shouldReverseMessageHistory: Bool = false,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        let request = HistoryRequest(
            channel: channel,
            start: startDate,
            end: endDate,
            limit: limit,
            isReversed: shouldReverseMessageHistory,
            includesTokens: shouldIncludeTimeToken
        )
        let completion = engine.hub.completion(handleBlock.map { .history($0) }, for: .init("history", [request.key]))
        engine.load(request) { [engine] result in
            engine.emit(.history(channel: channel, result), completion: completion)
        }
    }
}
