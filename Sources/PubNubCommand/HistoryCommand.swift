import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub history`
struct HistoryCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print the stored messages of a channel, oldest first.",
        discussion: """
            Prints at most a page of 100 messages; --all prints every one.

              pubnub history chat --limit 10 --tokens
              pubnub history chat --from 16000000000000000 --reverse
              pubnub history chat --all --json
              pubnub history chat --actions --limit 10

            --from leaves its own message out, --to includes it. A page holds the newest \
            messages of the range, with --reverse the oldest.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel to read.")
    var channel: String

    @Option(help: ArgumentHelp("Only messages before this timetoken, 17 digits.", valueName: "timetoken"))
    var from: TimetokenArgument?

    @Option(help: ArgumentHelp("Only messages from this timetoken on, 17 digits.", valueName: "timetoken"))
    var to: TimetokenArgument?

    @Option(help: "Messages at most, up to 100.")
    var limit: UInt = 100

    @Flag(help: "Fill the page from the oldest message on.")
    var reverse = false

    @Flag(help: "Print the timetoken of each message.")
    var tokens = false

    @Flag(help: "Read every message, page by page.")
    var all = false

    @Flag(help: "Print sender, kind, metadata and actions of each message; up to 25 messages.")
    var actions = false

    func validate() throws {
        if all, from != nil || to != nil || reverse {
            throw ValidationError("--all reads everything; it does not go with --from, --to or --reverse.")
        }
        if actions, all || reverse { throw ValidationError("--actions does not go with --all or --reverse.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        if actions { return try await performWithActions(with: client, output: output) }
        let name = PNChannel.channel(withName: channel)
        let page =
            all
            ? try await client.fullHistory(of: name, withTokens: tokens, progress: output.progress)
            : try await client.history(
                of: name,
                from: from?.date,
                to: to?.date,
                limit: limit,
                reversed: reverse,
                withTokens: tokens
            )
        let messages = page.messages.map { found in
            JSONValue.object([
                "message": JSONValue(any: found.message),
                "timetoken": tokens ? .timetoken(found.date) : .null,
            ])
        }
        output.result(
            .object([
                "channel": .string(channel),
                "start": .timetoken(page.start),
                "end": .timetoken(page.end),
                "messages": .array(messages),
            ]),
            forPeople: lines(of: page.messages, on: output.terminal)
        )
        if !output.isJSON { output.note("\(page.messages.count) messages") }
    }

    private func lines(of messages: [PNMessage], on terminal: Terminal) -> [String] {
        Terminal.columns(
            messages.map { message in
                let text = JSONValue(any: message.message).forPeople
                guard tokens, let date = message.date else { return [text] }
                return [date.text, text]
            }
        )
    }
}
