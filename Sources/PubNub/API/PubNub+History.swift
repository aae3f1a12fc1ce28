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
            handleBlock.map(PNEvent.history.handler),
            for: .init("full history", [request.key])
        )
        let progress = CallbackBox(progressBlock)
        engine.loadAll(request) { [hub = engine.hub] count in
            hub.post { progress.value(count) }
        } completion: { [engine] result in
            engine.emit(.history(channel: channel, result), completion: completion)
        }
    }

    /// Reads one page of the messages stored for a channel.
    ///
    /// With both dates, a page holds the newest messages of the range, or its oldest with `reverseHistory`. To page
    /// backwards through the range, repeat the call with the time just before the oldest message that came,
    /// `PNDate(token:)` of its token less one, as `endDate`. To page forwards, use `reverseHistory` and repeat the call with
    /// the date of the newest message as `startDate`. Without an `endDate`, page backwards with the date of the oldest
    /// message as `startDate`.
    ///
    /// - Parameters:
    ///   - channel: The channel; an empty name is an error (134).
    ///   - startDate: The exclusive bound; nil for none. Alone, it is the newest end: messages are older than it, or newer
    ///     than it with `reverseHistory`. With an `endDate`, it is the oldest end; if it lies after the end, the client
    ///     exchanges the two.
    ///   - endDate: The inclusive bound; nil, the default, for none. Alone, it is the oldest end, or the newest with
    ///     `reverseHistory`.
    ///   - limit: How many messages at most, 1 to 100; 0, the default, and anything larger mean 100.
    ///   - shouldReverseMessageHistory: Whether a page is filled from the oldest message on, and not from the newest back;
    ///     false by default. The messages of a page are in ascending order of time in either case.
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
        let completion = engine.hub.completion(
            handleBlock.map(PNEvent.history.handler),
            for: .init("history", [request.key])
        )
        engine.load(request) { [engine] result in
            engine.emit(.history(channel: channel, result), completion: completion)
        }
    }
}
