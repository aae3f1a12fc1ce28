/// The result of sending the outbox.
public struct ChatSendReport: Sendable {
    /// A message that was not published or another change that was not made, or whose outcome is unknown.
    public struct Failure: Sendable {
        /// The sequence of its ``ChatOutboxEntry``.
        public let sequence: Int64
        /// The kind of the change.
        public let kind: ChatOutboxEntry.Kind
        /// The message, by the identifier in its payload; empty if the change is not about a message.
        public let messageId: String
        /// Its channel; nil if the channel was removed from the store.
        public let channelId: String?
        /// The error: `PNError` or ``ChatError``.
        public let error: any Error
        /// Whether it was refused permanently: it is sent again only after ``DataProvider/retry(_:)``. Otherwise the next
        /// call sends it, and the entries of its channel that wait behind it.
        public let isPermanent: Bool
    }

    /// The number of messages and other changes that the service received.
    public internal(set) var sent = 0
    /// The entries that were not sent. For a channel that cannot be reached, only its first entry.
    public internal(set) var failures: [Failure] = []
}
