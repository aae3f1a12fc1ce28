import ArgumentParser
import PubNub

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
