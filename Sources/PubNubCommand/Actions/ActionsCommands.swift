import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub actions`
struct ActionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "Add, remove and list actions on messages, such as reactions.",
        discussion: """
            A message is named by its timetoken, and an action by its own.

              pubnub actions add chat 16000000000000000 reaction smile
              pubnub actions list chat --limit 10
              pubnub actions remove chat 16000000000000000 16000000000000001 --uuid ann

            Whoever is subscribed to the channel is told. Only who added an action can remove it: give the same --uuid.
            """,
        subcommands: [ActionsAddCommand.self, ActionsRemoveCommand.self, ActionsListCommand.self]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}

/// `pubnub actions add`
struct ActionsAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an action to a message.",
        discussion: "  pubnub actions add chat 16000000000000000 reaction smile --uuid ann"
    )

    @OptionGroup var common: CommonOptions

    @OptionGroup var target: MessageReference

    @Argument(help: "Type of the action, up to 15 characters.")
    var type: String

    @Argument(help: "Value of the action.")
    var value: String

    var subject: String? { target.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNAddMessageActionRequest(channel: target.channel, messageTimetoken: target.timetoken)
        request.type = type
        request.value = value
        let action = try await client.answer { (once: Once<PNMessageAction>) in
            client.addMessageAction(with: request) { once.resume($0.data.action, $0.underlyingError) }
        }
        output.result(
            action.report,
            forPeople: ["added \(action.type) \(action.value.printable) at \(action.actionTimetoken)"]
        )
    }
}

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

/// `pubnub actions remove`
struct ActionsRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an action from a message.",
        discussion: "  pubnub actions remove chat 16000000000000000 16000000000000001 --uuid ann"
    )

    @OptionGroup var common: CommonOptions

    @OptionGroup var target: MessageReference

    @Argument(help: "Timetoken of the action, 17 digits.")
    var action: TimetokenArgument

    var subject: String? { target.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNRemoveMessageActionRequest(channel: target.channel, messageTimetoken: target.timetoken)
        request.actionTimetoken = NSNumber(value: action.value)
        try await client.answer { (once: Once<Void>) in
            client.removeMessageAction(with: request) { once.end($0) }
        }
        output.result(
            .object([
                "channel": .string(target.channel), "messageTimetoken": .string("\(target.message.value)"),
                "actionTimetoken": .string("\(action.value)"),
            ]),
            forPeople: ["removed \(action.value)"]
        )
    }
}

/// Which message is meant.
struct MessageReference: ParsableArguments {
    @Argument(help: "Channel of the message.")
    var channel: String

    @Argument(help: "Timetoken of the message, 17 digits.")
    var message: TimetokenArgument

    /// The timetoken as the library takes it.
    var timetoken: NSNumber { NSNumber(value: message.value) }
}

extension PNMessageAction {
    /// The action as the service writes it.
    var report: JSONValue {
        .object([
            "type": .string(type), "value": .string(value), "uuid": .string(uuid),
            "messageTimetoken": .string("\(messageTimetoken)"), "actionTimetoken": .string("\(actionTimetoken)"),
        ])
    }
}
