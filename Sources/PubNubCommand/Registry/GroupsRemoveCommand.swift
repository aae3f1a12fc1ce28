import ArgumentParser
import PubNub

/// `pubnub groups remove`
struct GroupsRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove channels from a group.",
        discussion: """
              pubnub groups remove friends bob
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: "Channels to remove.")
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.remove(PNChannel.channels(withNames: channels), from: place.group(group))
        let line = "removed \(channels.joined(separator: ", ")) from \(group)"
        output.group(group, in: place.namespace, channels: channels, forPeople: [line])
    }
}
