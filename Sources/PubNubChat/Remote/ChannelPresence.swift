/// Who is on a channel.
struct ChannelPresence: Hashable, Sendable {
    let channelId: String
    /// The state of those who are there, by identifier; empty for those who have none.
    let states: [String: [String: ChatJSON]]
    /// Whether these are all who are there; the service names no more than some hundreds, and nobody without an identifier.
    let isComplete: Bool
}
