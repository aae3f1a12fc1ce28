import ArgumentParser
import PubNub

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
