import ArgumentParser
import PubNubOrigin

/// The switches of App Context that a keyset has.
struct AppContextOptions: ParsableArguments {
    @Flag(name: .customLong("no-app-context"), help: "Refuse every call of App Context.")
    var isDisabled = false

    @Flag(name: .customLong("no-user-events"), help: "Tell subscribers nothing of changed users.")
    var hidesUsers = false

    @Flag(name: .customLong("no-channel-events"), help: "Tell subscribers nothing of changed channels.")
    var hidesChannels = false

    @Flag(name: .customLong("no-membership-events"), help: "Tell subscribers nothing of changed memberships.")
    var hidesMemberships = false

    @Flag(help: "With --access-manager: let nobody list all users.")
    var disallowAllUsers = false

    @Flag(help: "With --access-manager: let nobody list all channels.")
    var disallowAllChannels = false

    @Flag(help: "Let a membership need a user and a channel that exist, and go with either.")
    var referentialIntegrity = false

    /// What the flags say together.
    var settings: AppContextSettings {
        var settings = AppContextSettings()
        settings.isEnabled = !isDisabled
        settings.sendsUserEvents = !hidesUsers
        settings.sendsChannelEvents = !hidesChannels
        settings.sendsMembershipEvents = !hidesMemberships
        settings.disallowsAllUsers = disallowAllUsers
        settings.disallowsAllChannels = disallowAllChannels
        settings.hasReferentialIntegrity = referentialIntegrity
        return settings
    }
}
