import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub namespaces`
struct NamespacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "namespaces",
        abstract: "List or delete the namespaces of channel groups.",
        discussion: """
            A namespace exists as long as it has groups; see 'pubnub groups --help'.

              pubnub namespaces list
              pubnub namespaces delete work
            """,
        subcommands: [NamespacesListCommand.self, NamespacesDeleteCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

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
        output.result(.object(["namespaces": .array(names.map(JSON.string))]), forPeople: names)
        if !output.isJSON, names.isEmpty { output.note("no namespaces") }
    }
}

/// `pubnub namespaces delete`
struct NamespacesDeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a namespace and its groups.",
        discussion: """
              pubnub namespaces delete work
            """
    )

    @Argument(help: "Namespace to delete.")
    var namespace: String

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        try await client.deleteNamespace(namespace)
        output.result(
            .object(["namespaces": .array([.string(namespace)])]),
            forPeople: ["deleted \(namespace)"]
        )
    }
}
