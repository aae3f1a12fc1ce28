import ArgumentParser
import Foundation
import PubNub

/// `pubnub actions add`
struct ActionsAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an action to a message.",
        discussion: "  pubnub actions add chat 16000000000000000 reaction smile --uuid ann"
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel of the message.")
    var channel: String

    @Argument(help: "Timetoken of the message, 17 digits.")
    var message: TimetokenArgument

    @Argument(help: "Type of the action, up to 15 characters.")
    var type: String

    @Argument(help: "Value of the action.")
    var value: String

    var subject: String? { channel }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNAddMessageActionRequest(channel: channel, messageTimetoken: NSNumber(value: message.value))
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
