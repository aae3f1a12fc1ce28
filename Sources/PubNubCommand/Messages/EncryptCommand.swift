import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub encrypt`
struct EncryptCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "encrypt",
        abstract: "Encrypt a string with the cipher key, as in a message.",
        discussion: """
              PUBNUB_CIPHER_KEY=enigma pubnub encrypt 'hello'
              PUBNUB_CIPHER_KEY=enigma pubnub encrypt 'hello' --cipher-format header
            """
    )

    @Argument(help: "String to encrypt.")
    var text: String

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        let value = try client.encrypted(text)
        output.result(.object(["value": .string(value)]), forPeople: [value])
    }
}

/// `pubnub decrypt`
struct DecryptCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "decrypt",
        abstract: "Decrypt a string that was encrypted with the same cipher key.",
        discussion: """
              PUBNUB_CIPHER_KEY=enigma pubnub decrypt 'Wi24KS4pcTzvyuGOHubiXg=='

            Decrypts the formats fixed, random and header. The format 3.3 needs --cipher-format 3.3.
            """
    )

    @Argument(help: "Encrypted string, in Base64.")
    var base64: String

    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        let value = JSON(any: try client.decrypted(base64))
        output.result(.object(["value": value]), forPeople: [value.forPeople])
    }
}

extension PubNub {
    /// Encrypts a string in the same way as a message.
    func encrypted(_ text: String) throws -> String {
        var error: PNError?
        guard let value = aesEncrypt(text, error: &error) else { throw error ?? PNError(code: kPNUnknownError) }
        return value
    }

    /// Decrypts a string and returns its content.
    func decrypted(_ base64: String) throws -> Any {
        var error: PNError?
        guard let value = aesDecrypt(base64, error: &error), error == nil else {
            throw error ?? PNError(code: kPNUnknownError)
        }
        return value
    }
}
