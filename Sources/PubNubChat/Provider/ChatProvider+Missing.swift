/// What is missing in the local copy, and in which order it is fetched.
extension ChatProvider {
    /// Says which channels are on the screen: what is missing in them is fetched before what is missing in others.
    ///
    /// - Parameter channels: The identifiers of the channels, in any order; they replace those of the last call.
    public func setVisibleChannels(_ channels: [String]) {
        live.show(Set(channels))
    }

    /// Asks again for what the service refused to give, as after an access right was granted that this client did not hear of. A new authorization key and a
    /// new connection do that by themselves.
    public func retryMissing() {
        live.retryRefused()
    }

    /// The times of a channel whose messages are not stored: those that are being fetched, and those that ``ChatFillPolicy`` leaves out. What was sent before
    /// the channel was subscribed for the first time is not among them.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The times, oldest first.
    /// - Throws: A `DatabaseError` if the store cannot be read.
    public func missingRanges(of channel: String) async throws -> [ChatMissingRange] {
        try await store.read { db in
            let ledger = Ledger(db: db)
            return try [Ledger.Kind.messages, .older].flatMap { kind in
                try ledger.holes(of: channel, kind).ranges.map { range in
                    ChatMissingRange(
                        after: range.after,
                        upTo: range.isOpen ? nil : range.upTo,
                        isBeyondPolicy: kind == .older
                    )
                }
            }
            .sorted { $0.after < $1.after }
        }
    }

    /// Fetches messages of a channel that ``ChatFillPolicy`` leaves out, the newest of them first, as when the user scrolls back.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - count: How many at least, as long as there are any; 25 by default. Whole pages are fetched.
    /// - Returns: How many were fetched; 0 when nothing is left out.
    /// - Throws: Why they were not fetched or stored (`PNError`, ``ChatError``). What was fetched before stays.
    @discardableResult
    public func fillMissing(on channel: String, count: Int = 25) async throws -> Int {
        try await live.fillOlder(on: channel, count: count)
    }
}

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
