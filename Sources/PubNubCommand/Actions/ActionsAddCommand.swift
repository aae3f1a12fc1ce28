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
