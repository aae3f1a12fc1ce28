/// Stored messages, read by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Reads everything that is stored for a channel, page by page, oldest first, with the shared client.
    public static func requestFullHistory(
        for channel: PNChannel,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        sharedInstance().requestFullHistory(
            for: channel,
            includingTimeToken: shouldIncludeTimeToken,
            withCompletionBlock: handleBlock
        )
    }

    /// Reads a part of what is stored for a channel, with the shared client.
    public static func requestHistory(
        for channel: PNChannel,
        from startDate: PNDate?,
        to endDate: PNDate? = nil,
        limit: UInt = 0,
        reverseHistory shouldReverseMessageHistory: Bool = false,
        includingTimeToken shouldIncludeTimeToken: Bool = false,
        withCompletionBlock handleBlock: PNClientHistoryLoadHandlingBlock? = nil
    ) {
        sharedInstance().requestHistory(
            for: channel,
            from: startDate,
            to: endDate,
            limit: limit,
            reverseHistory: shouldReverseMessageHistory,
            includingTimeToken: shouldIncludeTimeToken,
            withCompletionBlock: handleBlock
        )
    }
}
