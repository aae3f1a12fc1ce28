/// A page of the past of channels.
struct HistoryPage<Custom: ChatCustomData>: Sendable {
    /// The messages that could be read, by channel, oldest first.
    let messages: [String: [ChatMessage<Custom>]]
    /// Why the others could not be.
    let failures: [any Error]
    /// The request for older messages; nil when there are none.
    let next: MessageHistoryRequest?
}
