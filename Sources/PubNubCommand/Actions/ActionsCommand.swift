import ArgumentParser
import Foundation
import PubNub
import PubNubCore
import PubNubWire

/// `pubnub actions`
struct ActionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "actions",
        abstract: "Add, remove and list actions on messages, such as reactions.",
        discussion: """
            The timetoken of a message identifies it; 'pubnub history --tokens' prints timetokens. An action has a timetoken of \
            its own.

              pubnub actions add chat 16000000000000000 reaction smile
              pubnub actions list chat --limit 10
              pubnub actions remove chat 16000000000000000 16000000000000001 --uuid ann

            Subscribers of the channel receive an event for each change. Only the client that added an action can remove it, so \
            use the same --uuid.
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

    @OptionGroup var target: MessageReference

    @Argument(help: "Type of the action, 1 to 15 characters.")
    var type: String

    @Argument(help: "Value of the action.")
    var value: String

    @OptionGroup var common: CommonOptions

    var subject: String? { target.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNAddMessageActionRequest(channel: target.channel, messageTimetoken: target.timetoken)
        request.type = type
        request.value = value
        let action = try await client.value(of: request)
        output.result(
            action.report,
            forPeople: ["added \(action.type) \(action.value.printable) at \(action.actionTimetoken)"]
        )
    }
}

/// `pubnub actions remove`
struct ActionsRemoveCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an action from a message.",
        discussion: "  pubnub actions remove chat 16000000000000000 16000000000000001 --uuid ann"
    )

    @OptionGroup var target: MessageReference

    @Argument(help: "Timetoken of the action, 17 digits.")
    var action: TimetokenArgument

    @OptionGroup var common: CommonOptions

    var subject: String? { target.channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNRemoveMessageActionRequest(channel: target.channel, messageTimetoken: target.timetoken)
        request.actionTimetoken = NSNumber(value: action.value)
        try await client.value(of: request)
        output.result(
            .object([
                "channel": .string(target.channel), "messageTimetoken": .string("\(target.message.value)"),
                "actionTimetoken": .string("\(action.value)"),
            ]),
            forPeople: ["removed \(action.value)"]
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
              pubnub actions list chat --after 1h
              pubnub actions list chat --before 16000000000000000 --json

            A page contains the newest actions of the range. --before excludes the action with that timetoken, --after includes \
            it. 'pubnub help times' lists the forms of a moment.
            """
    )

    @Argument(help: "Channel of the messages.")
    var channel: String

    @Option(
        name: [.customLong("before"), .customLong("start")],
        help: ArgumentHelp("Only actions that were added before this moment.", valueName: "moment")
    )
    var start: MomentArgument?

    @Option(
        name: [.customLong("after"), .customLong("since"), .customLong("end")],
        help: ArgumentHelp("Only actions that were added from this moment on.", valueName: "moment")
    )
    var end: MomentArgument?

    @Option(name: [.customShort("n"), .long], help: "Number of actions at most, 1 to 100.")
    var limit: UInt = 100

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNFetchMessageActionsRequest(channel: channel)
        request.start = start.map { NSNumber(value: $0.timetoken) }
        request.end = end.map { NSNumber(value: $0.timetoken) }
        request.limit = limit
        let page = try await client.value(of: request)
        let rows = page.items.map { action in
            ["\(action.messageTimetoken)", "\(action.actionTimetoken)", action.type, action.value, action.uuid]
        }
        // The page of older actions has the same end, which the service does not repeat if it reports no such page.
        let bound = page.older.flatMap { _ in page.prev ?? request.end.map { "\($0)" } }
        output.result(
            .object([
                "channel": .string(channel), "actions": .array(page.items.map(\.report)),
                "start": .text(page.older), "end": .text(bound),
            ]),
            forPeople: Terminal.columns(
                [["MESSAGE", "ACTION", "TYPE", "VALUE", "UUID"]] + rows.map { $0.map(\.printable) }
            )
        )
        guard !output.isJSON else { return }
        output.note(
            page.items.count.of("action") + (page.older.map { "; for older actions add --start \($0)" } ?? "")
        )
    }
}

/// The message of an action.
struct MessageReference: ParsableArguments {
    @Argument(help: "Channel of the message.")
    var channel: String

    @Argument(help: "Timetoken of the message, 17 digits.")
    var message: TimetokenArgument

    /// The timetoken as the library expects it.
    var timetoken: NSNumber { NSNumber(value: message.value) }
}

extension PNMessageAction {
    /// The action in the format of the service.
    var report: JSON {
        .object([
            "type": .string(type), "value": .string(value), "uuid": .string(uuid),
            "messageTimetoken": .string("\(messageTimetoken)"), "actionTimetoken": .string("\(actionTimetoken)"),
        ])
    }
}
