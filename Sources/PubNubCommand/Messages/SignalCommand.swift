import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub signal`
struct SignalCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal",
        abstract: "Send a signal: a message of at most 64 bytes that is not stored.",
        discussion: """
              pubnub signal chat '{"typing":true}'
              pubnub signal chat --text 'typing'

            It reaches whoever is subscribed, and is never encrypted.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel to send to.")
    var channel: String

    @Argument(help: "The signal: JSON, or text with --text.")
    var message: String

    @Flag(help: "The signal is a text, not JSON.")
    var text = false

    @Option(help: ArgumentHelp("Type of the signal, for those who receive it.", valueName: "name"))
    var type: String?

    var subject: String? { channel }

    func validate() throws {
        guard body != nil else { throw ValidationError("MESSAGE is not JSON; add --text for a text.") }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let request = PNSignalRequest(channel: channel, signal: body?.object)
        request.customMessageType = type
        let timetoken = try await client.answer { (once: Once<String>) in
            client.sendSignal(with: request) { status in
                once.resume(status.data.timetoken.map { "\($0)" }, status.underlyingError)
            }
        }
        output.result(
            .object(["channel": .string(channel), "timetoken": .string(timetoken)]),
            forPeople: ["sent to \(channel) at \(timetoken)"]
        )
    }

    private var body: JSONValue? {
        text ? .string(message) : try? JSONValue(parsing: message)
    }
}
