/// Limits how many missed messages are fetched automatically after an absence.
///
/// Older messages stay missing until the app requests them: ``ChatProvider/missingRanges(of:)`` returns their ranges,
/// and ``ChatProvider/fetchMissing(on:count:)``, or `syncRemoteMessages` with these ranges, fetches them.
public struct ChatBackfillPolicy: Hashable, Sendable {
    /// The maximum number of fetched messages of a channel, the newest first; nil for no limit.
    public var messageLimit: Int?
    /// The maximum age of fetched messages in seconds, counted back from the last time at which the channel was up to
    /// date; nil for no limit.
    public var maximumAge: Int?

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - messageLimit: The maximum number of fetched messages of a channel, the newest first, at least 1; 10,000 by
    ///     default, nil for no limit.
    ///   - maximumAge: The maximum age of fetched messages in seconds; nil, the default, for no limit.
    public init(messageLimit: Int? = 10_000, maximumAge: Int? = nil) {
        self.messageLimit = messageLimit.map { max(1, $0) }
        self.maximumAge = maximumAge.map { max(0, $0) }
    }
}

/// A range of a channel whose messages are not stored.
public struct ChatMissingRange: Hashable, Sendable {
    /// Messages after this timetoken are missing.
    public let after: Timetoken
    /// Messages up to and including this timetoken are missing; nil if a subscription has just begun and the end is
    /// unknown.
    public let upTo: Timetoken?
    /// Whether ``ChatBackfillPolicy`` leaves them out, so that they are fetched only on request.
    public let isBeyondPolicy: Bool
}
