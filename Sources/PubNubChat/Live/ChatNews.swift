/// What a provider tells of its connection, and of whether the copy has everything.
///
/// News are for people and for tests; they are stored nowhere. What changes in the copy is told by the queries of the store.
public enum ChatNews: Hashable, Sendable {
    /// The client is connected.
    case connected
    /// The client is not connected, and why: nil when the app wanted it. It goes on trying if it is configured so.
    case disconnected(reason: String?)
    /// Something may be missing in these channels. It is being fetched, or will be once the client is connected.
    case behind(channels: [String])
    /// So many of the messages that may be missing in this channel came so far.
    case filling(channel: String, count: Int)
    /// Nothing is missing in these channels any more.
    case whole(channels: [String])
    /// What is missing in these channels could not be fetched, and why. It is tried again.
    case incomplete(channels: [String], reason: String)
    /// Something arrived on this channel that is no chat data, or that no row can hold. It is left out.
    case skipped(channel: String, ChatError)
}
