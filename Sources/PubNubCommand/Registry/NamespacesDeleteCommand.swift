import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub namespaces delete`
struct NamespacesDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a namespace together with its groups.",
        discussion: """
              pubnub namespaces delete work
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Namespace.")
    var namespace: String

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.deleteNamespace(namespace)
        output.result(
            .object(["namespaces": .array([.string(namespace)])]),
            forPeople: ["deleted \(namespace)"]
        )
    }
}
