import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub state`
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Print or change the state of a client.",
        discussion: """
            The state is a small JSON object of a client in a channel. Other clients can read it.

              pubnub state set ann chat '{"mood":"fine"}'
              pubnub state get ann chat
            """,
        subcommands: [StateGetCommand.self, StateSetCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub state get`
struct StateGetCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the state of a client in a channel, or in the channels of a group.",
        discussion: """
              pubnub state get ann chat
              pubnub state get ann --group friends
            """
    )

    @Argument(help: "Identifier of the client.")
    var identifier: String

    @Argument(help: "Channel; omit it with --group.")
    var channel: String?

    @Option(name: .shortAndLong, help: "Channel group, instead of the channel.")
    var group: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (channel == nil) == (group == nil) {
            throw ValidationError("Name either a channel or, with --group, a group.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let location = StateLocation(channel: channel, group: group)
        output.state(try await client.state(of: identifier, in: location.object), in: location)
    }
}

/// `pubnub state set`
struct StateSetCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change the state of a client in a channel, or in the channels of a group.",
        discussion: """
              pubnub state set ann chat '{"mood":"fine"}'
              pubnub state set ann --group friends '{"mood":"fine"}'
            """
    )

    @Argument(help: "Identifier of the client.")
    var identifier: String

    @Argument(
        help: ArgumentHelp("Channel (omit it with --group) and state, a JSON object.", valueName: "channel> <json")
    )
    var values: [String]

    @Option(name: .shortAndLong, help: "Channel group, instead of the channel.")
    var group: String?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard values.count == (group == nil ? 2 : 1) else {
            throw ValidationError("Name a channel, or a group with --group, followed by the state.")
        }
        guard JSONObjectArgument(argument: values[values.count - 1]) != nil else {
            throw ValidationError("The state must be a JSON object, such as '{\"mood\":\"fine\"}'.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let location = StateLocation(channel: group == nil ? values.first : nil, group: group)
        let state = values.last.flatMap(JSONObjectArgument.init(argument:))?.members ?? [:]
        let changed = try await client.changedState(of: identifier, to: state, in: location.object)
        output.state(changed, in: location)
    }
}

/// The channel or group of a state.
struct StateLocation {
    let channel: String?
    let group: String?

    /// The object of the library.
    var object: any PNChannelProtocol {
        group.map { PNChannelGroup.object(wireName: $0) } ?? PNChannel.exactly(named: channel ?? "")
    }
}

extension Output {
    /// Prints the state of a client, which is empty if the service has none.
    func state(_ client: PNClient, in location: StateLocation) {
        var states = client.channels.map { ($0.name, JSON(any: client.state(for: $0))) }
        if states.isEmpty, let channel = location.channel { states = [(channel, .object([:]))] }
        let byName = Dictionary(states) { first, _ in first }
        result(
            .object(["identifier": .string(client.identifier), "channels": .object(byName)]),
            forPeople: Terminal.columns(byName.sorted { $0.key < $1.key }.map { [$0.key, $0.value.text] })
        )
    }
}
