/// Missing data of the local store, and the order in which it is fetched.
extension ChatProvider {
    /// Sets the channels that are on the screen. Their missing data is fetched first.
    ///
    /// - Parameter channels: The identifiers of the channels, in any order. They replace those of the last call.
    public func setVisibleChannels(_ channels: [String]) {
        live.show(Set(channels))
    }

    /// Requests refused data and refused channels again, for example after an access right was granted by another client, and
    /// sends what waits in the outbox. The provider does this itself after a change of the authorization key and after a new
    /// connection. Changes that failed stay so until ``DataProvider/retry(_:)``.
    public func retryMissing() {
        live.retryRefused()
        dataProvider.sendQueued()
    }

    /// Returns how complete the stored data of a channel is now. ``completenessChanges(of:)`` reports its changes.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The completeness.
    public func completeness(of channelId: String) -> ChatCompleteness {
        live.completeness.channel(channelId).latest ?? .unsubscribed
    }

    /// Returns how complete the stored data of a channel is: now, and after each change.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The states. The stream ends with the provider. A consumer that is late gets only the latest state.
    public func completenessChanges(of channelId: String) -> AsyncStream<ChatCompleteness> {
        live.completeness.channel(channelId).stream()
    }

    /// Returns the ranges of a channel whose messages are not stored: those that are being fetched, and those that
    /// ``ChatBackfillPolicy`` leaves out. Messages before the first subscription are not included.
    ///
    /// - Parameter channel: The identifier of the channel.
    /// - Returns: The ranges, oldest first.
    /// - Throws: A `DatabaseError` if the store cannot be read.
    public func missingRanges(of channel: String) async throws -> [ChatMissingRange] {
        try await store.read { db in
            let ledger = Ledger(db: db)
            return try [Ledger.Kind.messages, .older].flatMap { kind in
                try ledger.gaps(of: channel, kind).ranges.map { range in
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

    /// Fetches messages of a channel that ``ChatBackfillPolicy`` leaves out, the newest first, for example when the
    /// user scrolls back.
    ///
    /// - Parameters:
    ///   - channel: The identifier of the channel.
    ///   - count: The minimum number of messages, if that many exist; 25 by default. Whole pages are fetched.
    /// - Returns: The number of fetched messages; 0 if none is left out.
    /// - Throws: `PNError` or ``ChatError`` if they were not fetched or stored. Messages that were stored before
    ///   remain.
    @discardableResult
    public func fetchMissing(on channel: String, count: Int = 25) async throws -> Int {
        try await live.fillOlder(on: channel, count: count)
    }
}
