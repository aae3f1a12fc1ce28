/// What became of the messages that were to be sent.
public struct ChatSendReport: Sendable {
    /// A message that was not published, or of which nobody knows whether it was.
    public struct Failure: Sendable {
        /// The identifier in its payload.
        public let messageId: String
        /// Its channel; nil when that was removed from the store.
        public let channelId: String?
        /// Why: `PNError` or ``ChatError``.
        public let error: any Error
        /// Whether it is parked: it is sent again only after `retryUnsentMessages`. One that is not parked is sent by the next call, and so are those of its channel
        /// that wait behind it.
        public let isParked: Bool
    }

    /// How many messages were published.
    public internal(set) var sent = 0
    /// Those that were not. Of a channel that cannot be reached, the first message.
    public internal(set) var failures: [Failure] = []
}
