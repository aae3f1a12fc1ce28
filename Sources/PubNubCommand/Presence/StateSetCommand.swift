import ArgumentParser
import PubNub
import PubNubWire

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

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifier of the client.")
    var identifier: String

    @Argument(help: ArgumentHelp("Channel (none with --group) and state, a JSON object.", valueName: "channel> <json"))
    var values: [String]

    @Option(help: "Channel group.")
    var group: String?

    func validate() throws {
        guard values.count == (group == nil ? 2 : 1) else {
            throw ValidationError("Name a channel, or a group with --group, and then the state.")
        }
        guard JSONObjectArgument(argument: values[values.count - 1]) != nil else {
            throw ValidationError("The state has to be a JSON object, as '{\"mood\":\"fine\"}'.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let place = StatePlace(channel: group == nil ? values.first : nil, group: group)
        let state = values.last.flatMap(JSONObjectArgument.init(argument:))?.members ?? [:]
        let changed = try await client.changedState(of: identifier, to: state, in: place.object)
        output.state(changed, in: place)
    }
}
