import GRDB

/// A range of the history of a channel whose messages are all stored.
public struct ChatLocalRange: Hashable, Sendable {
    /// Messages after this timetoken are stored.
    public let after: Timetoken
    /// Messages up to and including this timetoken are stored.
    public let upTo: Timetoken
}

extension ChatStore {
    /// Returns the ranges of the history of a channel whose messages are stored: those that were fetched from history, and those
    /// that were received since the channel was subscribed first, without missing ranges.
    ///
    /// A range that begins at 0 includes the oldest message of the channel. Messages that the app removed from the store
    /// still count as stored, except those that ``removeMessages(beyond:now:)`` removed. Publications that the store
    /// leaves out, such as another author's use of a stored identifier, do not count as missing.
    ///
    /// - Parameter channelId: The identifier of the channel.
    /// - Returns: The ranges, oldest first. They neither overlap nor touch.
    /// - Throws: A `DatabaseError` if the store cannot be read.
    public func localRanges(of channelId: String) async throws -> [ChatLocalRange] {
        try await read { db in
            try Ledger(db: db).localRanges(of: channelId).ranges.map { ChatLocalRange(after: $0.after, upTo: $0.upTo) }
        }
    }
}
