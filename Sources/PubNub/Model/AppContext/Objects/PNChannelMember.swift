import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// That a user is a member of a channel, from the side of the channel.
public final class PNChannelMember: PNBaseAppContextObject, @unchecked Sendable {
    /// The user.
    public let uuid: String

    /// The metadata of the user; nil when it was not asked for, and when the user has none.
    public let metadata: PNUUIDMetadata?

    /// Reads what the service says about a member; nil when it does not say who.
    init?(_ members: [String: JSONValue]) {
        guard let object = members["uuid"]?.objectValue, let uuid = object["id"]?.stringValue else { return nil }
        self.uuid = uuid
        // One that has no metadata has nothing but its identifier.
        metadata = object.count > 1 ? PNUUIDMetadata(object) : nil
        super.init(members: members)
    }
}
