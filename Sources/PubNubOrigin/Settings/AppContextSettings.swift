/// The App Context settings of a keyset, as in the public service.
public struct AppContextSettings: Sendable, Equatable {
    /// Whether App Context is served; if not, calls are refused with 403. True by default.
    public var isEnabled = true
    /// Whether changes of users are published. True by default.
    public var sendsUserEvents = true
    /// Whether changes of channels are published. True by default.
    public var sendsChannelEvents = true
    /// Whether changes of memberships are published. True by default.
    public var sendsMembershipEvents = true
    /// Whether listing all users is refused to all clients if the access manager is enabled. False by default.
    public var disallowsAllUsers = false
    /// Whether listing all channels is refused to all clients if the access manager is enabled. False by default.
    public var disallowsAllChannels = false
    /// Whether a membership needs an existing user and channel, and is removed with either of them. False by default.
    public var hasReferentialIntegrity = false
    /// Whether an email address or a profile URL that is not valid is refused with 400. False by default: any string is stored.
    public var validatesContacts = false

    /// Creates the settings of a new keyset.
    public init() {}
}
