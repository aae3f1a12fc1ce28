import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub actions list`
struct ActionsListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print a page of the actions on the messages of a channel, oldest first.",
        discussion: """
              pubnub actions list chat --limit 10
              pubnub actions list chat --start 16000000000000000 --json

            A page holds the newest actions of the range. --start leaves its own action out, --end includes it.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel of the messages.")
    var channel: String

    @Option(help: ArgumentHelp("Only actions before this timetoken, 17 digits.", valueName: "timetoken"))
    var start: TimetokenArgument?

    @Option(help: ArgumentHelp("Only actions from this timetoken on, 17 digits.", valueName: "timetoken"))
    var end: TimetokenArgument?

    @Option(help: "Actions at most, 1 to 100.")
    var limit: UInt = 100

    var subject: String? { channel }

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNFetchMessageActionsRequest(channel: channel)
        request.start = start.map { NSNumber(value: $0.value) }
        request.end = end.map { NSNumber(value: $0.value) }
        request.limit = limit
        let page = try await client.answer { (once: Once<PNFetchMessageActionsResult>) in
            client.fetchMessageActions(with: request) { once.resume($0, $1?.underlyingError) }
        }.data
        let rows = page.actions.map { action in
            ["\(action.messageTimetoken)", "\(action.actionTimetoken)", action.type, action.value, action.uuid]
        }
        output.result(
            .object([
                "channel": .string(channel), "actions": .array(page.actions.map(\.report)),
                "start": .text(page.start.map { "\($0)" }), "end": .text(page.end.map { "\($0)" }),
            ]),
            forPeople: Terminal.columns(
                [["message", "action", "type", "value", "uuid"]] + rows.map { $0.map(\.printable) }
            )
        )
        guard !output.isJSON else { return }
        output.note("\(page.actions.count) actions" + (page.start.map { "; older ones: --start \($0)" } ?? ""))
    }
}
