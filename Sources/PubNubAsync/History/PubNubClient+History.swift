import PubNubCore
import PubNubMachines

/// Stored messages.
extension PubNubClient {
    /// Returns the stored messages of a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: The bound at which the sequence begins. `nil`, the default, begins with the newest message and goes back.
    ///   - end: The bound at which the sequence ends; `nil`, the default, for no bound.
    ///   - limit: The maximum number of messages; `nil`, the default, for all.
    /// - Returns: The messages. The iteration requests them page by page. If `start` is before `end`, or `end` is `nil`,
    ///   they begin with the oldest.
    public func history(
        of channel: String,
        from start: HistoryBound? = nil,
        to end: HistoryBound? = nil,
        limit: Int? = nil
    ) -> HistorySequence {
        HistorySequence(client: self, channel: channel, from: start, to: end, limit: limit)
    }

    /// Counts the stored messages of channels. The service counts up to 10,000 messages of a channel.
    ///
    /// - Parameter channels: The timetoken after which messages are counted, by channel.
    /// - Returns: The number of messages of each channel.
    /// - Throws: ``PubNubError``.
    public func messageCounts(
        of channels: NameDictionary<Timetoken>
    ) async throws(PubNubError) -> NameDictionary<Int> {
        let counts = try await call { engine async throws(Failure) in
            try await engine.messageCounts(
                of: channels.map(\.name),
                after: channels.map { PubNubTimetoken($0.value) }
            )
        }
        return NameDictionary(counts)
    }

    /// Deletes stored messages of a channel. They cannot be restored.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - start: Messages after this time are deleted; `nil` for all from the oldest.
    ///   - end: Messages until this time, including it, are deleted; `nil` for all to the newest.
    /// - Throws: ``PubNubError``; ``PubNubError/isOutcomeUnknown`` if no response arrived.
    public func deleteMessages(
        in channel: String,
        from start: Timetoken?,
        to end: Timetoken?
    ) async throws(PubNubError) {
        try await call { engine async throws(Failure) in
            try await engine.deleteMessages(
                in: channel,
                after: start.map { PubNubTimetoken($0) },
                through: end.map { PubNubTimetoken($0) }
            )
        }
    }
}
