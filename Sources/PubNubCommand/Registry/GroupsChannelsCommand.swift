import ArgumentParser
import PubNub

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
