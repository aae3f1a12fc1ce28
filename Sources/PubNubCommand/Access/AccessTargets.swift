import ArgumentParser

/// The channels and groups of a command about rights: names, or names with rights.
struct AccessTargets<Target: AccessTargetArgument>: ParsableArguments {
    @Option(name: [.customShort("c"), .customLong("channel")], help: Target.channelHelp)
    var channels: [Target] = []

    @Option(name: [.customShort("g"), .customLong("group")], help: Target.groupHelp)
    var groups: [Target] = []
}

/// A value of `--channel` and `--group`.
protocol AccessTargetArgument: ExpressibleByArgument, Sendable {
    static var channelHelp: ArgumentHelp { get }
    static var groupHelp: ArgumentHelp { get }
}

extension String: AccessTargetArgument {
    static var channelHelp: ArgumentHelp {
        ArgumentHelp(
            "Channel; may be repeated. 'news.*' means all channels below news, 'NAME-pnpres' the presence events of NAME.",
            valueName: "channel"
        )
    }

    static var groupHelp: ArgumentHelp {
        ArgumentHelp(
            "Channel group; may be repeated. NAMESPACE:GROUP, NAMESPACE: for a whole namespace, : for all groups.",
            valueName: "group"
        )
    }
}

extension TokenRight: AccessTargetArgument {
    static var channelHelp: ArgumentHelp {
        ArgumentHelp("Rights on a channel; may be repeated.", valueName: "name=rights")
    }

    static var groupHelp: ArgumentHelp {
        ArgumentHelp("Rights on a channel group: read, manage; may be repeated.", valueName: "name=rights")
    }
}
