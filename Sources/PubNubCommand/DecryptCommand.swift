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

            Reads what current clients send as well: a random vector, with or without a header.
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
