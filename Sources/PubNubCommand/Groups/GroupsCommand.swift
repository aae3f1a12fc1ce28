import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub groups`
struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "List channel groups and change their channels.",
        discussion: """
            A subscription to a group covers all its channels. A group exists as long as it has channels.

              pubnub groups add friends ann bob
              pubnub groups channels friends
              pubnub subscribe --group friends
              pubnub groups remove friends bob
              pubnub groups delete friends
              pubnub groups list --namespace work

            'pubnub subscribe --group NAMESPACE:GROUP' subscribes to a group of a namespace.
            """,
        subcommands: [
            GroupsListCommand.self, GroupsChannelsCommand.self, GroupsAddCommand.self, GroupsRemoveCommand.self,
            GroupsDeleteCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub groups list`
struct GroupsListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the channel groups of a namespace, by default of the global one.",
        discussion: """
              pubnub groups list
              pubnub groups list --namespace work
            """
    )

    @OptionGroup var option: NamespaceOption
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.groups(in: option.namespace).map(\.groupName)
        output.result(
            .object(["namespace": .text(option.namespace), "groups": .array(names.map(JSON.string))]),
            forPeople: names
        )
        if !output.isJSON, names.isEmpty { output.note("no channel groups") }
    }
}

/// `pubnub groups channels`
struct GroupsChannelsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "Print the channels of a group.",
        discussion: """
              pubnub groups channels friends
            """
    )

    @OptionGroup var option: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.channels(of: option.group(group)).map(\.name)
        output.group(group, in: option.namespace, channels: names, forPeople: names)
        if !output.isJSON, names.isEmpty { output.note("\(group) has no channels") }
    }
}

/// `pubnub groups add`
struct GroupsAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add channels to a group, which need not exist yet.",
        discussion: """
              pubnub groups add friends ann bob
              pubnub groups add team ann --namespace work
            """
    )

    @OptionGroup var option: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: "Channels to add, at least one.")
    var channels: [String]

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.add(PNChannel.exactly(named: channels), to: option.group(group))
        let line = "added \(channels.joined(separator: ", ")) to \(group)"
        output.group(group, in: option.namespace, channels: channels, forPeople: [line])
    }
}

/// `pubnub groups remove`
struct GroupsRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove channels from a group.",
        discussion: """
              pubnub groups remove friends bob
            """
    )

    @OptionGroup var option: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: "Channels to remove, at least one.")
    var channels: [String]

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.remove(PNChannel.exactly(named: channels), from: option.group(group))
        let line = "removed \(channels.joined(separator: ", ")) from \(group)"
        output.group(group, in: option.namespace, channels: channels, forPeople: [line])
    }
}

/// `pubnub groups delete`
struct GroupsDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group. Its channels and their messages remain.",
        discussion: """
              pubnub groups delete friends
            """
    )

    @OptionGroup var option: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.delete(option.group(group))
        output.group(group, in: option.namespace, channels: [], forPeople: ["deleted \(group)"])
    }
}

/// The namespace of a group.
struct NamespaceOption: ParsableArguments {
    @Option(help: ArgumentHelp("Namespace of the group. Default: the global one.", valueName: "namespace"))
    var namespace: String?

    /// The group as the library names it.
    func group(_ name: String) -> PNChannelGroup {
        PNChannelGroup(name: name, inNamespace: namespace)
    }
}

extension Output {
    /// Prints a group with the channels that were listed, added or removed.
    func group(
        _ name: String,
        in namespace: String?,
        channels: [String],
        forPeople lines: @autoclosure () -> [String]
    ) {
        result(
            .object([
                "namespace": .text(namespace),
                "group": .string(name),
                "channels": .array(channels.map(JSON.string)),
            ]),
            forPeople: lines()
        )
    }
}
