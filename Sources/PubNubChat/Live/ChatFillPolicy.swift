/// How much of what was sent while a client was away is fetched by itself.
///
/// What is older stays missing until the app asks for it: ``ChatProvider/missingRanges(of:)`` names the times, and
/// ``ChatProvider/fillMissing(on:count:)``, or `syncRemoteMessages` with these times, fetches it.
public struct ChatFillPolicy: Hashable, Sendable {
    /// How many of the newest messages of a channel are fetched; nil for any number.
    public var messageLimit: Int?
    /// How many seconds back messages are fetched, counted from the last time that the channel was up to date with; nil for any age.
    public var maximumAge: Int?

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - messageLimit: How many of the newest messages of a channel are fetched, at least 1; 10,000 by default, nil for any number.
    ///   - maximumAge: How many seconds back messages are fetched; nil, the default, for any age.
    public init(messageLimit: Int? = 10_000, maximumAge: Int? = nil) {
        self.messageLimit = messageLimit.map { max(1, $0) }
        self.maximumAge = maximumAge.map { max(0, $0) }
    }
}

/// Times of a channel whose messages are not stored.
public struct ChatMissingRange: Hashable, Sendable {
    /// Messages after this moment are missing.
    public let after: Timetoken
    /// Messages up to and with this moment are missing; nil while a subscription has just begun, and the end is not known.
    public let upTo: Timetoken?
    /// Whether ``ChatFillPolicy`` leaves them out, so that only the app fetches them.
    public let isBeyondPolicy: Bool
}
