/// A page of the past of channels.
struct HistoryPage<Custom: ChatCustomData>: Sendable {
    /// The messages that could be read, by channel, oldest first.
    let messages: [String: [ChatMessage<Custom>]]
    /// Why the others could not be, with the times of their publication.
    let failures: [CopyFault]
    /// When the oldest message of each channel was published, those that could not be read included.
    let oldest: [String: Timetoken]
    /// The request for older messages; nil when there are none.
    let next: MessageHistoryRequest?
}
