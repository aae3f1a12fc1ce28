import ArgumentParser
import PubNub

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

    @OptionGroup var common: CommonOptions
    @OptionGroup var place: NamespaceOption

    @Argument(help: "Channel group.")
    var group: String

    @Argument(help: "Channels to add.")
    var channels: [String]

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.add(PNChannel.channels(withNames: channels), to: place.group(group))
        let line = "added \(channels.joined(separator: ", ")) to \(group)"
        output.group(group, in: place.namespace, channels: channels, forPeople: [line])
    }
}
