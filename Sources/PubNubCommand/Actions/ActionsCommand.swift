import ArgumentParser

/// `pubnub actions`
struct ActionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "Add, remove and list actions on messages, such as reactions.",
        discussion: """
            A message is named by its timetoken, and an action by its own.

              pubnub actions add chat 16000000000000000 reaction smile
              pubnub actions list chat --limit 10
              pubnub actions remove chat 16000000000000000 16000000000000001 --uuid ann

            Whoever is subscribed to the channel is told. Only who added an action can remove it: give the same --uuid.
            """,
        subcommands: [ActionsAddCommand.self, ActionsRemoveCommand.self, ActionsListCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
