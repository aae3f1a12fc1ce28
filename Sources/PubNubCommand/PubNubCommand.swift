import ArgumentParser

/// The `pubnub` command: a subcommand per operation, each a thin layer over the library.
@main
struct PubNubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pubnub",
        abstract: "Talk to a PubNub service, or be one.",
        discussion: """
            Try it without an account: serve in one terminal, listen in a second, \
            send from a third.

              pubnub origin --port 8080
              export PUBNUB_ORIGIN=http://127.0.0.1:8080
              export PUBNUB_PUBLISH_KEY=demo PUBNUB_SUBSCRIBE_KEY=demo
              pubnub subscribe chat --presence
              pubnub publish chat '"hello"'

            Settings come from flags, then from the environment (PUBNUB_ORIGIN, \
            PUBNUB_PUBLISH_KEY, PUBNUB_SUBSCRIBE_KEY, PUBNUB_SECRET_KEY, \
            PUBNUB_CIPHER_KEY, PUBNUB_AUTH_KEY, PUBNUB_UUID), then from a JSON file \
            given with --config. With --json every result is one JSON object on one \
            line.

            Exit status: 0 for a result, 1 for an error, 64 for wrong usage.
            """,
        subcommands: [
            TimeCommand.self, PublishCommand.self, SubscribeCommand.self, HistoryCommand.self, HereNowCommand.self,
            WhereNowCommand.self, StateCommand.self, GroupsCommand.self, NamespacesCommand.self, PushCommand.self,
            GrantCommand.self, AuditCommand.self, EncryptCommand.self, DecryptCommand.self, OriginCommand.self,
        ]
    )

    func run() async throws {
        throw ValidationError("Name a subcommand; 'pubnub --help' lists them.")
    }
}
