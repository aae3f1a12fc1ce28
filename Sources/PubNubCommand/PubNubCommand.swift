import ArgumentParser

/// The `pubnub` command: a subcommand per operation, each a thin layer over the library.
@main
struct PubNubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pubnub",
        abstract: "Talk to a PubNub service, or be one.",
        discussion: """
            Try it without an account: serve in one terminal, listen in a second, send from a third.

              pubnub origin --port 8080
              export PUBNUB_ORIGIN=http://127.0.0.1:8080
              export PUBNUB_PUBLISH_KEY=demo PUBNUB_SUBSCRIBE_KEY=demo
              pubnub subscribe chat --presence
              pubnub publish chat '"hello"'

            OUTPUT:
            Results go to standard output, everything else to standard error. With --json every result, event and error \
            is one JSON object on one line of standard output.

            ENVIRONMENT:
            A flag beats the environment, which beats the JSON file given with --config and its member in brackets.

              PUBNUB_ORIGIN         --origin         [origin]
              PUBNUB_PUBLISH_KEY    --publish-key    [publishKey]
              PUBNUB_SUBSCRIBE_KEY  --subscribe-key  [subscribeKey]
              PUBNUB_SECRET_KEY     --secret-key     [secretKey]
              PUBNUB_CIPHER_KEY     --cipher-key     [cipherKey]
              PUBNUB_CIPHER_FORMAT  --cipher-format  [cipherFormat]
              PUBNUB_AUTH_KEY       --auth-key       [authKey]
              PUBNUB_UUID           --uuid           [uuid]
              PUBNUB_PROXY          --proxy          [proxy]
              https_proxy, http_proxy, all_proxy, no_proxy
                                    without those; never for this machine
              NO_COLOR              no colour on a terminal

            EXIT STATUS:
              0   a result
              1   an error, whose code and description are printed
              64  wrong usage
            """,
        subcommands: [
            TimeCommand.self, PublishCommand.self, SignalCommand.self, SubscribeCommand.self, HistoryCommand.self,
            ActionsCommand.self, HereNowCommand.self,
            WhereNowCommand.self, StateCommand.self, GroupsCommand.self, NamespacesCommand.self, PushCommand.self,
            EntityCommand<Users>.self, EntityCommand<Channels>.self, RelationCommand<Memberships>.self,
            RelationCommand<Members>.self, SizeCommand.self, PushPayloadCommand.self, GrantCommand.self,
            RevokeCommand.self, AuditCommand.self, EncryptCommand.self, DecryptCommand.self, OriginCommand.self,
        ]
    )

    static func main() async {
        Output.prepareDescriptors()
        do {
            try SubcommandCheck.check(CommandLine.arguments.dropFirst(), of: Self.self)
        } catch {
            exit(withError: error)
        }
        await main(nil)
    }

    func run() async throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
