import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub history`
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print or delete the stored messages of a channel.",
        discussion: """
              pubnub history chat --limit 10 --tokens
              pubnub history chat --after 1h
              pubnub history delete chat --before 30d --yes

            Without the name of a subcommand 'read' is used; 'pubnub history read --help' lists its options. \
            'pubnub message-counts' counts stored messages.
            """,
        subcommands: [HistoryReadCommand.self, HistoryDeleteCommand.self],
        defaultSubcommand: HistoryReadCommand.self
    )
}

/// `pubnub history read`, which is also `pubnub history` without the name of a subcommand.
struct HistoryReadCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the stored messages of a channel, oldest first.",
        discussion: """
            Prints at most a page of 100 messages; --all prints all messages, up to 256 MiB.

              pubnub history chat --limit 10 --tokens
              pubnub history chat --after 1h
              pubnub history chat --after 2026-11-22 --before 2026-11-23T12:00
              pubnub history chat --all --json
              pubnub history chat --actions --limit 10
              pubnub history read delete

            The last example reads a channel whose name is that of a subcommand.

            --before excludes a message at its own timetoken, --after includes it. A page has the newest \
            messages of the range, with --reverse the oldest. 'pubnub help times' lists the forms of a moment.
            """
    )

    @Argument(help: "Channel to read.")
    var channel: String

    @Option(help: ArgumentHelp("Only messages before this moment.", valueName: "moment"))
    var before: MomentArgument?

    @Option(
        name: [.customLong("after"), .customLong("since")],
        help: ArgumentHelp("Only messages from this moment on.", valueName: "moment")
    )
    var after: MomentArgument?

    @Option(
        help: ArgumentHelp("The same as --before; may also be the older end of the range.", valueName: "moment")
    )
    var from: MomentArgument?

    @Option(help: ArgumentHelp("The same as --after; may also be the newer end of the range.", valueName: "moment"))
    var to: MomentArgument?

    @Option(
        name: [.customShort("n"), .long],
        help: "Number of messages at most, 1 to 100; with --actions 1 to 25. Default: the greatest number."
    )
    var limit: UInt?

    @Flag(help: "Print the oldest messages of the range instead of the newest.")
    var reverse = false

    @Flag(help: "Print the timetoken of each message.")
    var tokens = false

    @Flag(help: "Read every message, page by page.")
    var all = false

    @Flag(help: "Also print publisher, type, metadata and actions of each message; up to 25 messages.")
    var actions = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        let most = actions ? Self.maxWithActions : 100
        if let limit, !(1...most ~= limit) {
            throw ValidationError("--limit takes a number from 1 to \(most)\(actions ? " with --actions" : "").")
        }
        if before != nil && from != nil || after != nil && to != nil {
            throw ValidationError("--from is another name of --before, and --to of --after: give one of each pair.")
        }
        if let before, let after, after.timetoken >= before.timetoken {
            throw ValidationError("--after has to be earlier than --before.")
        }
        if all, start != nil || end != nil || reverse || limit != nil {
            throw ValidationError("--all reads all messages; it excludes --before, --after, --reverse and --limit.")
        }
        if actions, all || reverse { throw ValidationError("--actions excludes --all and --reverse.") }
    }

    /// The start of the request, the newer end of the range.
    var start: MomentArgument? { before ?? from }

    /// The end of the request, the older end of the range.
    var end: MomentArgument? { after ?? to }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        if actions { return try await performWithActions(with: client, output: output) }
        if all { return try await performAll(with: client, output: output) }
        let page = try await client.history(
            of: PNChannel.exactly(named: channel),
            from: start?.date,
            to: end?.date,
            limit: limit ?? UInt(ServiceLimits.historyPage),
            reversed: reverse,
            withTokens: tokens
        )
        print(page.messages.lazy.map { text(of: $0, isJSON: output.isJSON) }, from: page.start, to: page.end, output)
        if !output.isJSON { output.note(page.messages.count.of("message")) }
    }

    /// Reads page after page, from the newest message back, and prints the messages oldest first.
    ///
    /// Retains the messages as strings, up to `maxTextBytes` bytes in all.
    private func performAll(with client: PubNub, output: Output) async throws {
        var pages: [[String]] = []
        var size = 0
        var count = 0
        var oldest: PNDate?
        var newest: PNDate?
        while true {
            let page = try await client.history(
                of: PNChannel.exactly(named: channel),
                from: oldest,
                to: nil,
                limit: UInt(ServiceLimits.historyPage),
                reversed: false,
                withTokens: tokens
            )
            // A page that does not lead further back would be requested again without end.
            guard !page.messages.isEmpty, let start = page.start, start.timeToken.uint64Value > 0,
                oldest.map({ start.timeToken.uint64Value < $0.timeToken.uint64Value }) ?? true
            else { break }
            let texts = page.messages.map { text(of: $0, isJSON: output.isJSON) }
            size = texts.reduce(size) { $0 + $1.utf8.count }
            guard size <= Self.maxTextBytes else {
                throw PNError(
                    message:
                        "The channel holds more than \(Self.maxTextBytes >> 20) MiB of messages. Read it page by page, "
                        + "each with the start of the previous page as --before.",
                    code: kPNUnknownError
                )
            }
            pages.append(texts)
            count += texts.count
            output.progress(count)
            oldest = start
            newest = newest ?? page.end
            if texts.count < ServiceLimits.historyPage { break }
        }
        print(pages.lazy.reversed().joined(), from: oldest, to: newest, output)
        if !output.isJSON { output.note(count.of("message")) }
    }

    /// The greatest size of all messages that `--all` retains, in bytes: 256 MiB.
    private static let maxTextBytes = 256 * 1024 * 1024

    /// A message as an element of the JSON result, or as a line for people.
    private func text(of message: PNMessage, isJSON: Bool) -> String {
        let content = message.payload.value()
        guard isJSON else {
            let token = tokens ? message.date.map { "\($0.text)  " } : nil
            return (token ?? "") + content.forPeople
        }
        return JSON.object(["message": content, "timetoken": tokens ? .timetoken(message.date) : .null]).text
    }

    private func print(_ messages: some Sequence<String>, from start: PNDate?, to end: PNDate?, _ output: Output) {
        guard output.isJSON else {
            for message in messages { output.lines([message]) }
            return
        }
        output.longResult { line in
            line.append("{\"channel\":\(JSON.string(channel).text)")
            line.append(",\"start\":\(JSON.timetoken(start).text),\"end\":\(JSON.timetoken(end).text)")
            line.append(",\"messages\":[", messages, "]}")
        }
    }
}

extension PubNub {
    /// A page of history.
    struct History: Sendable {
        let messages: [PNMessage]
        let start: PNDate?
        let end: PNDate?
    }

    /// Reads a page of history; throws the `PNError` of a failure.
    func history(
        of channel: PNChannel,
        from start: PNDate?,
        to end: PNDate?,
        limit: UInt,
        reversed: Bool,
        withTokens: Bool
    ) async throws -> History {
        try await outcome { outcome in
            requestHistory(
                for: channel,
                from: start,
                to: end,
                limit: limit,
                reverseHistory: reversed,
                includingTimeToken: withTokens
            ) { messages, _, start, end, error in
                outcome.end(messages.map { History(messages: $0, start: start, end: end) }, error)
            }
        }
    }
}
