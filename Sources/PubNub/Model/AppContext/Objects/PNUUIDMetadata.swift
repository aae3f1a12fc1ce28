import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// The metadata of a user.
public final class PNUUIDMetadata: PNBaseAppContextObject, @unchecked Sendable {
    /// The identifier of the user.
    public let uuid: String

    /// The name of the user.
    public let name: String?

    /// The identifier of the user in another system.
    public let externalId: String?

    /// Where the profile of the user is.
    public let profileUrl: String?

    /// The email address of the user.
    public let email: String?

    /// Reads what the service says about a user; nil when it does not say about whom.
    init?(_ members: [String: JSONValue]) {
        guard let uuid = members["id"]?.stringValue else { return nil }
        self.uuid = uuid
        name = members["name"]?.stringValue
        externalId = members["externalId"]?.stringValue
        profileUrl = members["profileUrl"]?.stringValue
        email = members["email"]?.stringValue
        super.init(members: members)
    }
}
