/// The switches of App Context that the public service has for each keyset.
public struct AppContextSettings: Sendable, Equatable {
    /// Whether App Context is served at all; calls are refused with 403 otherwise. True by default.
    public var isEnabled = true
    /// Whether changes of users are published. True by default.
    public var sendsUserEvents = true
    /// Whether changes of channels are published. True by default.
    public var sendsChannelEvents = true
    /// Whether changes of memberships are published. True by default.
    public var sendsMembershipEvents = true
    /// Whether listing all users is refused to everybody while the access manager is on. False by default.
    public var disallowsAllUsers = false
    /// Whether listing all channels is refused to everybody while the access manager is on. False by default.
    public var disallowsAllChannels = false
    /// Whether a membership needs a user and a channel that exist, and goes with either of them. False by default.
    public var hasReferentialIntegrity = false

    /// App Context as a new keyset has it.
    public init() {}
}
