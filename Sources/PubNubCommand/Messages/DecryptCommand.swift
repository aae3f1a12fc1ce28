import ArgumentParser
import PubNub
import PubNubWire

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
