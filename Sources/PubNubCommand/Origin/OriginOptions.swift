import ArgumentParser
import PubNub
import PubNubOrigin

/// What `grant` and `audit` are about.
struct AccessOptions: ParsableArguments {
    @Option(
        name: .customLong("channel"),
        help: ArgumentHelp(
            "Channel; 'news.*' stands for all below it, 'NAME-pnpres' for its events.",
            valueName: "channel"
        )
    )
    var channels: [String] = []

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            "Channel group, NAMESPACE:GROUP, NAMESPACE: for a namespace, or : for all.",
            valueName: "group"
        )
    )
    var groups: [String] = []

    @Option(
        name: .customLong("auth"),
        help: ArgumentHelp("Authorization key; without one, everybody.", valueName: "key")
    )
    var keys: [String] = []

    func validate() throws {
        if !keys.isEmpty, channels.isEmpty, groups.isEmpty {
            throw ValidationError("--auth needs --channel or --group: rights are given to a key on one of them.")
        }
    }

    /// The channels and groups as the library knows them.
    var objects: [any PNChannelProtocol] {
        channels.map { PNChannel.channel(withName: $0) as any PNChannelProtocol }
            + groups.map { PNChannelGroup.object(wireName: $0) }
    }
}

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
