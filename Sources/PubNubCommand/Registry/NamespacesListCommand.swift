import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub namespaces list`
struct NamespacesListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the namespaces that have groups.",
        discussion: """
              pubnub namespaces list
            """
    )

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let names = try await client.namespaces()
        output.result(.object(["namespaces": .array(names.map(JSONValue.string))]), forPeople: names)
    }
}
