import ArgumentParser
import Foundation
import PubNub
import PubNubWire

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
