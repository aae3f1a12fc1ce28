import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub size`
struct SizeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "size",
        abstract: "Print how many bytes the request for a message would have, without sending it.",
        discussion: """
              pubnub size chat '{"text":"hello"}'
              pubnub size chat --text 'hello' --compressed --meta '{"lang":"en"}'

            Counted is the whole request in HTTP/1.1: request line, header fields and body, with the message encrypted if \
            there is a cipher key. A message may have 32 KiB.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel that it would be sent to.")
    var channel: String

    @Argument(help: "The message: JSON, or text with --text.")
    var message: String

    @OptionGroup var options: MessageOptions

    @Option(help: ArgumentHelp("Metadata that subscribers' filters are applied to, an object.", valueName: "json"))
    var meta: JSONObjectArgument?

    var subject: String? { channel }

    func validate() throws {
        guard options.body(of: message) != nil else {
            throw ValidationError("MESSAGE is not JSON; add --text for a text.")
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        let size = try await client.answer { (once: Once<Int>) in
            client.sizeOfMessage(
                options.body(of: message)?.object,
                toChannel: channel,
                compressed: options.compressed,
                storeInHistory: !options.isNotStored,
                withMetadata: meta?.members.mapValues(\.object)
            ) { once.resume(.success($0)) }
        }
        guard size >= 0 else {
            let reason = "It would not be sent: a message, a channel's name and the two keys are needed."
            throw PNError(message: reason, code: kPNUnknownError)
        }
        output.result(
            .object(["channel": .string(channel), "size": .integer(Int64(size))]),
            forPeople: ["\(size) bytes"]
        )
    }
}
