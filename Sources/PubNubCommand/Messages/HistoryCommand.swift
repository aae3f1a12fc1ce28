import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub history`
struct HistoryCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print the stored messages of a channel, oldest first.",
        discussion: """
            Prints at most a page of 100 messages; --all prints every one, up to 256 MiB of them.

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
        if all { return try await performAll(with: client, output: output) }
        let page = try await client.history(
            of: PNChannel.channel(withName: channel),
            from: from?.date,
            to: to?.date,
            limit: limit,
            reversed: reverse,
            withTokens: tokens
        )
        print(page.messages.lazy.map { text(of: $0, isJSON: output.isJSON) }, from: page.start, to: page.end, output)
        if !output.isJSON { output.note("\(page.messages.count) messages") }
    }

    /// Reads page after page, from the newest message back, and prints the messages oldest first.
    ///
    /// Only the text of the messages is kept, and no more than `longestText` of it.
    private func performAll(with client: PubNub, output: Output) async throws {
        var pages: [[String]] = []
        var size = 0
        var count = 0
        var oldest: PNDate?
        var newest: PNDate?
        while true {
            let page = try await client.history(
                of: PNChannel.channel(withName: channel),
                from: oldest,
                to: nil,
                limit: UInt(ServiceLimits.historyPage),
                reversed: false,
                withTokens: tokens
            )
            // A page that leads no further back would be asked for again without end.
            guard !page.messages.isEmpty, let start = page.start, start.timeToken.uint64Value > 0,
                oldest.map({ start.timeToken.uint64Value < $0.timeToken.uint64Value }) ?? true
            else { break }
            let texts = page.messages.map { text(of: $0, isJSON: output.isJSON) }
            size = texts.reduce(size) { $0 + $1.utf8.count }
            guard size <= Self.longestText else {
                throw PNError(
                    message:
                        "The channel holds more than \(Self.longestText >> 20) MiB of messages. Read it page by page, "
                        + "each with the start of the page before as --from.",
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
        if !output.isJSON { output.note("\(count) messages") }
    }

    /// The most text of messages that `--all` keeps, in bytes: 256 MiB.
    private static let longestText = 256 * 1024 * 1024

    /// A message as an element of the JSON result, or as a line for people.
    private func text(of message: PNMessage, isJSON: Bool) -> String {
        let content = message.payload.value()
        guard isJSON else {
            let token = tokens ? message.date.map { "\($0.text)  " } : nil
            return (token ?? "") + content.forPeople
        }
        return JSONValue.object(["message": content, "timetoken": tokens ? .timetoken(message.date) : .null]).text
    }

    private func print(_ messages: some Sequence<String>, from start: PNDate?, to end: PNDate?, _ output: Output) {
        guard output.isJSON else {
            for message in messages { output.lines([message]) }
            return
        }
        output.longResult { line in
            line.append("{\"channel\":\(JSONValue.string(channel).text)")
            line.append(",\"start\":\(JSONValue.timetoken(start).text),\"end\":\(JSONValue.timetoken(end).text)")
            line.append(",\"messages\":[", messages, "]}")
        }
    }
}

/// `pubnub history --actions`
extension HistoryCommand {
    /// Messages in one page at most.
    private static let most: UInt = 25

    func performWithActions(with client: PubNub, output: Output) async throws {
        let request = PNHistoryFetchRequest(channels: [channel])
        request.start = from.map { NSNumber(value: $0.value) }
        request.end = to.map { NSNumber(value: $0.value) }
        request.max = min(limit, Self.most)
        request.includeMetadata = true
        request.includeMessageActions = true
        let page = try await client.answer { (once: Once<PNHistoryFetchResult>) in
            client.fetchHistory(with: request) { once.resume($0, $1?.underlyingError) }
        }
        let messages = page.data.channels[channel] ?? []
        output.result(
            .object([
                "channel": .string(channel),
                "start": .text(messages.first.map { "\($0.timetoken)" }),
                "end": .text(messages.last.map { "\($0.timetoken)" }),
                "messages": .array(messages.map(\.report)),
            ]),
            forPeople: Terminal.columns(
                messages.map { message in
                    let actions = message.actions.map { "\($0.type) \($0.value) (\($0.uuid))".printable }
                    return [
                        "\(message.timetoken)", (message.uuid ?? "").printable,
                        JSONValue(any: message.message).forPeople,
                        actions.joined(separator: ", "),
                    ]
                }
            )
        )
        if !output.isJSON { output.note("\(messages.count) messages") }
    }
}

extension PNStoredMessage {
    /// The message with what is known beside it.
    fileprivate var report: JSONValue {
        .object([
            "message": JSONValue(any: message), "timetoken": .string("\(timetoken)"), "uuid": .text(uuid),
            "meta": metadata.map { JSONValue(any: $0) } ?? .null,
            "type": messageType.map { .integer($0.int64Value) } ?? .null,
            "actions": .array(actions.map(\.report)),
        ])
    }
}
