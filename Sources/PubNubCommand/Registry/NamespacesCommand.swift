import ArgumentParser

/// `pubnub namespaces`
struct NamespacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "namespaces",
        abstract: "List or delete the namespaces of channel groups.",
        discussion: """
            A namespace is there as long as it has groups; see 'pubnub groups --help'.

              pubnub namespaces list
              pubnub namespaces delete work
            """,
        subcommands: [NamespacesListCommand.self, NamespacesDeleteCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
