import ArgumentParser

/// `pubnub state`
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Read or change the state of a client.",
        discussion: """
            State is a small JSON object that a client shows to the others in a channel.

              pubnub state set ann chat '{"mood":"fine"}'
              pubnub state get ann chat
            """,
        subcommands: [StateGetCommand.self, StateSetCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
