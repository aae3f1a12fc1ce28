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

/// `pubnub decrypt`
struct DecryptCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "decrypt",
        abstract: "Decrypt what a client with the same cipher key has encrypted.",
        discussion: """
              PUBNUB_CIPHER_KEY=enigma pubnub decrypt 'Wi24KS4pcTzvyuGOHubiXg=='

            Reads all formats but 3.3, which it reads with --cipher-format 3.3 only.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "The encrypted text, in base64.")
    var base64: String

    func perform(with client: PubNub, output: Output) async throws {
        let value = JSONValue(any: try client.decrypted(base64))
        output.result(.object(["value": value]), forPeople: [value.forPeople])
    }
}
