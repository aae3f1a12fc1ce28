/// The users who are present on a channel.
struct ChannelPresence: Hashable, Sendable {
    let channelId: String
    /// The state of each present user by identifier; empty for a user without state.
    let states: [String: [String: JSON]]
    /// Whether the list is complete. The service lists at most a few hundred users, and only users with an identifier.
    let isComplete: Bool
}
