import ArgumentParser
import PubNub

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

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifier of the client.")
    var identifier: String

    @Argument(help: "Channel; none with --group.")
    var channel: String?

    @Option(help: "Channel group.")
    var group: String?

    func validate() throws {
        if (channel == nil) == (group == nil) {
            throw ValidationError("Name a channel, or a group with --group, and not both.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let place = StatePlace(channel: channel, group: group)
        output.state(try await client.state(of: identifier, in: place.object), in: place)
    }
}
