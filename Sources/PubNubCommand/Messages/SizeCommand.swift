import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub size`
struct SizeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "size",
        abstract: "Print the size of the request for a message, without sending it.",
        discussion: """
              pubnub size chat '{"text":"hello"}'
              pubnub size chat hello --compressed --meta '{"lang":"en"}'

            The size in bytes of the whole HTTP/1.1 request: request line, header fields and body. The message is encrypted \
            if there is a cipher key. A message has at most 32 KiB.
            """
    )

    @Argument(help: "Channel of the message.")
    var channel: String

    @Argument(help: "The message: JSON or a string.")
    var message: String

    @OptionGroup var options: MessageOptions

    @Option(help: ArgumentHelp("Metadata for the filters of subscribers, a JSON object.", valueName: "json"))
    var meta: JSONObjectArgument?

    @OptionGroup var common: CommonOptions

    var subject: String? { channel }

    func validate() throws {
        guard options.content.content(of: message) != nil else {
            throw ValidationError("MESSAGE is not JSON. Without --json-strict it is measured as a string.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        let size = try await client.outcome { (outcome: CallOutcome<Int>) in
            client.sizeOfMessage(
                options.content.content(of: message)?.native,
                toChannel: channel,
                compressed: options.compressed,
                storeInHistory: !options.isNotStored,
                withMetadata: meta?.members.mapValues(\.native)
            ) { outcome.end(.success($0)) }
        }
        guard size >= 0 else {
            let reason = "The message cannot be sent: it needs a content, a channel, a publish key and a subscribe key."
            throw PNError(message: reason, code: kPNUnknownError)
        }
        output.result(
            .object(["channel": .string(channel), "size": .integer(Int64(size))]),
            forPeople: ["\(size) bytes"]
        )
    }
}
