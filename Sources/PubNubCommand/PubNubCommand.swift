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

/// Answers a wrong subcommand with those that exist, which the parser itself does not name.
enum SubcommandCheck {
    /// Throws when a word stands where the name of a subcommand is expected and is none.
    static func check(_ arguments: some Sequence<String>, of root: any ParsableCommand.Type) throws {
        var command = root
        for word in arguments {
            let subcommands = command.configuration.subcommands
            // What is not a word, and what follows the whole name of a subcommand, is for the parser.
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
                throw ValidationError("There is no subcommand '\(word)'. \(advice(on: word, in: command))")
            }
            command = next
        }
    }

    /// What to say to somebody who named none.
    static func missing(in command: any ParsableCommand.Type) -> ValidationError {
        ValidationError("Name a subcommand: \(choice(names(in: command))).")
    }

    private static func advice(on word: String, in command: any ParsableCommand.Type) -> String {
        let names = names(in: command)
        let distances = names.map { (name: $0, distance: word.editDistance(to: $0)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= max(2, word.count / 3)
        else { return "Choose from \(choice(names))." }
        return "Did you mean '\(best.name)'?"
    }

    private static func names(in command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func choice(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension String {
    /// How many characters have to be added, removed, replaced or swapped with their neighbour to get `other`.
    func editDistance(to other: String) -> Int {
        let (left, right) = (Array(self), Array(other))
        var rows = [Array(0...right.count)]
        for (row, character) in left.enumerated() {
            var costs = [row + 1]
            for (column, wanted) in right.enumerated() {
                let isEqual = character == wanted
                var cost = Swift.min(
                    costs[column] + 1,
                    rows[row][column + 1] + 1,
                    rows[row][column] + (isEqual ? 0 : 1)
                )
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == wanted {
                    cost = Swift.min(cost, rows[row - 1][column - 1] + 1)
                }
                costs.append(cost)
            }
            rows.append(costs)
        }
        return rows[left.count][right.count]
    }
}
