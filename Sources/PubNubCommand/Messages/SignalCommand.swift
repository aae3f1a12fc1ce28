import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub signal`
struct SignalCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal",
        abstract: "Send a signal: a message of at most 64 bytes that is not stored.",
        discussion: """
              pubnub signal chat typing
              pubnub signal chat '{"typing":true}'

            The subscribers of the channel receive the signal. Signals are never encrypted.
            """
    )

    @Argument(help: "Channel to send to.")
    var channel: String

    @Argument(help: "The signal: JSON or a string.")
    var message: String

    @OptionGroup var content: ContentOptions

    @Option(help: ArgumentHelp("Type of the signal, which its receivers can read.", valueName: "name"))
    var type: String?

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        guard content.content(of: message) != nil else {
            throw ValidationError("MESSAGE is not JSON. Without --json-strict it is sent as a string.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNSignalRequest(channel: channel, signal: content.content(of: message)?.native)
        request.customMessageType = type
        let timetoken = "\(try await client.value(of: request))"
        output.result(
            .object(["channel": .string(channel), "timetoken": .string(timetoken)]),
            forPeople: ["sent to \(channel) at \(timetoken)"]
        )
    }

}
