import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a channel.
public final class PNChannelMetadata: PNBaseAppContextObject, @unchecked Sendable {
    /// The name under which the channel is subscribed and published to.
    public let channel: String

    /// The name of the channel for people.
    public let name: String?

    /// What the channel is about.
    public let information: String?

    /// Reads what the service says about a channel; nil when it does not say about which.
    init?(_ members: [String: JSONValue]) {
        guard let channel = members["id"]?.stringValue else { return nil }
        self.channel = channel
        name = members["name"]?.stringValue
        information = members["description"]?.stringValue
        super.init(members: members)
    }
}
