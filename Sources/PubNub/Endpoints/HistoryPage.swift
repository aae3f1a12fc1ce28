import PubNubWire

/// Stored messages, oldest first.
struct HistoryPage: Sendable, Hashable {
    /// One stored message.
    struct Item: Sendable, Hashable {
        /// The message as it was published, still encrypted where it was.
        let message: RawJSON

        /// When the message was published; nil when times were not asked for.
        let timetoken: Timetoken?

        /// What the sender attached for filters; nil when there is none, or it was not asked for.
        var metadata: RawJSON?
    }

    /// The messages, oldest first.
    let items: [Item]

    /// The time of the oldest message; zero when there is none.
    let start: Timetoken

    /// The time of the newest message; zero when there is none.
    let end: Timetoken
}
