import ArgumentParser
import PubNubWire

/// The `pubnub` command: a subcommand per operation, each a thin layer over the library.
@main
struct PubNubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pubnub",
        abstract: "A client and a server for PubNub.",
        discussion: """
            Try it without an account: run the server in one terminal, subscribe in a second, publish in a third.

              pubnub origin
              pubnub subscribe chat --local --presence
              pubnub publish chat hello --local

            TOPICS:
            'pubnub help TOPIC' describes contexts, environment, formats, output, server, status (of the command) and times.
            """,
        version: PackageVersion.current,
        subcommands: [
            PublishCommand.self, SubscribeCommand.self, SignalCommand.self, HistoryCommand.self,
            MessageCountsCommand.self,
            ActionsCommand.self, HereNowCommand.self, WhereNowCommand.self, StateCommand.self, GroupsCommand.self,
            NamespacesCommand.self,
            PushCommand.self, EntityCommand<Users>.self, EntityCommand<Channels>.self,
            RelationCommand<Memberships>.self, RelationCommand<Members>.self, SizeCommand.self,
            PushPayloadCommand.self, GrantCommand.self, RevokeCommand.self, AuditCommand.self, TokenCommand.self,
            EncryptCommand.self, DecryptCommand.self, TimeCommand.self, PingCommand.self, BenchCommand.self,
            ContextCommand.self,
            OriginCommand.self, ClusterCommand.self,
        ]
    )

    static func main() async {
        Output.prepareDescriptors()
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 2, arguments.first == "help", let topic = arguments.last.flatMap(HelpTopic.init) {
            print(topic.text)
            return
        }
        do {
            try SubcommandCheck.check(arguments, of: Self.self, topics: HelpTopic.allCases.map(\.rawValue))
        } catch {
            exit(withError: error)
        }
        await main(nil)
    }

    func run() async throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
