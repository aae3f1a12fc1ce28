import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub encrypt`
struct EncryptCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt",
        abstract: "Encrypt a text as it would be sent with the cipher key.",
        discussion: """
              PUBNUB_CIPHER_KEY=enigma pubnub encrypt 'hello'
              PUBNUB_CIPHER_KEY=enigma pubnub encrypt 'hello' --cipher-format header
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The text.")
    var text: String

    func perform(with client: PubNub, output: Output) async throws {
        let value = try client.encrypted(text)
        output.result(.object(["value": .string(value)]), forPeople: [value])
    }
}
