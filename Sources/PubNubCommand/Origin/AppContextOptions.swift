import ArgumentParser
import PubNubOrigin

/// The switches of App Context that a keyset has.
struct AppContextOptions: ParsableArguments {
    @Flag(name: .customLong("no-app-context"), help: "Refuse every call of App Context.")
    var isDisabled = false

    @Flag(name: .customLong("no-user-events"), help: "Send no events when users change.")
    var hidesUsers = false

    @Flag(name: .customLong("no-channel-events"), help: "Send no events when channels change.")
    var hidesChannels = false

    @Flag(name: .customLong("no-membership-events"), help: "Send no events when memberships change.")
    var hidesMemberships = false

    @Flag(help: "With --access-manager: refuse to list all users.")
    var disallowAllUsers = false

    @Flag(help: "With --access-manager: refuse to list all channels.")
    var disallowAllChannels = false

    @Flag(help: "Refuse memberships without an existing user and channel; remove them together with either.")
    var referentialIntegrity = false

    /// The settings of the flags, the environment and the file.
    func settings(_ sources: OriginSources) throws -> AppContextSettings {
        var settings = AppContextSettings()
        settings.isEnabled = try !sources.isOn(.noAppContext, isDisabled)
        settings.sendsUserEvents = try !sources.isOn(.noUserEvents, hidesUsers)
        settings.sendsChannelEvents = try !sources.isOn(.noChannelEvents, hidesChannels)
        settings.sendsMembershipEvents = try !sources.isOn(.noMembershipEvents, hidesMemberships)
        settings.disallowsAllUsers = try sources.isOn(.disallowAllUsers, disallowAllUsers)
        settings.disallowsAllChannels = try sources.isOn(.disallowAllChannels, disallowAllChannels)
        settings.hasReferentialIntegrity = try sources.isOn(.referentialIntegrity, referentialIntegrity)
        return settings
    }
}
