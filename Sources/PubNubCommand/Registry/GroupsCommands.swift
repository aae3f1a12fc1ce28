import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub groups`
struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "List channel groups, and change which channels are in them.",
        discussion: """
            A group is subscribed to as a whole. It is there as long as it has channels.

              pubnub groups add friends ann bob
              pubnub groups channels friends
              pubnub subscribe --group friends
              pubnub groups remove friends bob
              pubnub groups delete friends
              pubnub groups list --namespace work

            A group of a namespace is subscribed to as NAMESPACE:GROUP.
            """,
        subcommands: [
            GroupsListCommand.self, GroupsChannelsCommand.self, GroupsChangeCommand<ListAddition>.self,
            GroupsChangeCommand<ListRemoval>.self,
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
        abstract: "Print the channel groups of a namespace, or the global ones.",
        discussion: """
              pubnub groups list
              pubnub groups list --namespace work
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.groups(in: place.namespace).map(\.groupName)
        output.result(
            .object(["namespace": .text(place.namespace), "groups": .array(names.map(JSONValue.string))]),
            forPeople: names
        )
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

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.channels(of: place.group(group)).map(\.name)
        output.group(group, in: place.namespace, channels: names, forPeople: names)
    }
}

/// `pubnub groups add` and `pubnub groups remove`
struct GroupsChangeCommand<Change: ListChange>: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Change.word,
            abstract: Change.groups.abstract,
            discussion: Change.groups.examples
        )
    }

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: ArgumentHelp("Channels to \(Change.word)."))
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await Change.change(PNChannel.channels(withNames: channels), of: place.group(group), with: client)
        let (done, preposition) = Change.report
        let line = "\(done) \(channels.joined(separator: ", ")) \(preposition) \(group)"
        output.group(group, in: place.namespace, channels: channels, forPeople: [line])
    }
}

/// `pubnub groups delete`
struct GroupsDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a group. Its channels stay what they are.",
        discussion: """
              pubnub groups delete friends
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.delete(place.group(group))
        output.group(group, in: place.namespace, channels: [], forPeople: ["deleted \(group)"])
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
                "channels": .array(channels.map(JSONValue.string)),
            ]),
            forPeople: lines()
        )
    }
}
