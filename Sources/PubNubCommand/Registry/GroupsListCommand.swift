import ArgumentParser
import PubNub
import PubNubWire

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
