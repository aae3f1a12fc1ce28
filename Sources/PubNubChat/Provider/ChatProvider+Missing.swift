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
