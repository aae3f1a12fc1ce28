import ArgumentParser
import Glibc
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
            'pubnub help TOPIC' describes a topic: contexts, environment, formats, output, server, status (exit statuses), times.
            """,
        version: PackageVersion.current,
        subcommands: [
            PublishCommand.self, SubscribeCommand.self, SignalCommand.self, HistoryCommand.self,
            MessageCountsCommand.self,
            ActionsCommand.self, FilesCommand.self, HereNowCommand.self, WhereNowCommand.self, StateCommand.self,
            GroupsCommand.self,
            NamespacesCommand.self,
            PushCommand.self, EntityCommand<UserCommands>.self, EntityCommand<ChannelCommands>.self,
            RelationCommand<MembershipCommands>.self, RelationCommand<MemberCommands>.self, SizeCommand.self,
            PushPayloadCommand.self, GrantCommand.self, RevokeCommand.self, AuditCommand.self, TokenCommand.self,
            EncryptCommand.self, DecryptCommand.self, TimeCommand.self, PingCommand.self, BenchCommand.self,
            ContextCommand.self, PortCommand.self,
            OriginCommand.self, ClusterCommand.self,
        ]
    )

    static func main() async {
        Output.prepareDescriptors()
        // libdispatch writes a line to the system's log for each thread whose priority a user may not raise, as under systemd, and that
        // thread is blocked if the log is full. It reads the variable before its first line, so set it before threads start.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 2, arguments.first == "help", let topic = arguments.last.flatMap(HelpTopic.init) {
            print(topic.text)
            return
        }
        var command: any ParsableCommand
        do {
            try SubcommandCheck.check(arguments, of: Self.self, topics: HelpTopic.allCases.map(\.rawValue))
            command = try await asyncParseAsRoot()
        } catch {
            if exitCode(for: error) == .validationFailure, let advice = DashAdvice.text(for: arguments, of: Self.self) {
                Output(isJSON: false).note(fullMessage(for: error) + "\n" + advice)
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
        do {
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as ValidationError {
            // The parser would print the usage of `pubnub` itself.
            let name = SubcommandCheck.name(in: arguments, of: Self.self)
            Output(isJSON: false).note("Error: \(error.message)\n  See '\(name) --help' for more information.")
            exit(withError: ExitCode.validationFailure)
        } catch {
            exit(withError: error)
        }
    }

    func run() async throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
