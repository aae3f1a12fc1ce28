import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// That a user is a member of a channel, from the side of the user.
public final class PNMembership: PNBaseAppContextObject, @unchecked Sendable {
    /// The channel.
    public let channel: String

    /// The metadata of the channel; nil when it was not asked for, and when the channel has none.
    public let metadata: PNChannelMetadata?

    /// The user; nil but in events, as whoever asks for memberships says whose.
    public let uuid: String?

    /// Reads what the service says about a membership; nil when it does not say in which channel.
    init?(_ members: [String: JSONValue]) {
        guard let object = members["channel"]?.objectValue, let channel = object["id"]?.stringValue else { return nil }
        self.channel = channel
        // One that has no metadata has nothing but its identifier.
        metadata = object.count > 1 ? PNChannelMetadata(object) : nil
        uuid = members["uuid"]?["id"]?.stringValue
        super.init(members: members)
    }
}
