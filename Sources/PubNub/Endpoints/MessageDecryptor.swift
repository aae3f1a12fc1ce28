import PubNubCodec
import PubNubWire

/// Makes received messages readable.
enum MessageDecryptor {
    /// Decrypts one message.
    ///
    /// Encrypted messages arrive as a string, or as the string `pn_other` of an object that holds push payloads too;
    /// the object is then delivered with its message readable. With a cipher, anything else fails, except an object of
    /// push payloads alone, in which nothing is ever encrypted, and arrays and objects in the format of 3.3.
    ///
    /// - Parameters:
    ///   - message: the message as received.
    ///   - cryptor: the cipher of the configuration; nil delivers the message as it is.
    /// - Returns: the readable message, or the stand-in for one that cannot be read.
    static func decrypt(_ message: RawJSON, with cryptor: MessageCipher?) -> DecryptedMessage {
        guard let cryptor else { return DecryptedMessage(payload: message, failure: nil) }
        do throws(CryptorError) {
            return DecryptedMessage(payload: try readable(message, with: cryptor), failure: nil)
        } catch {
            return DecryptedMessage(payload: failed, failure: error)
        }
    }

    private static let failed = RawJSON(.string(DecryptedMessage.errorText))

    private static func readable(
        _ message: RawJSON,
        with cryptor: MessageCipher
    ) throws(CryptorError) -> RawJSON {
        let bytes = message.bytes
        if bytes.first == UInt8(ascii: "\""), !bytes.contains(UInt8(ascii: "\\")) {
            return try cryptor.decrypt(ciphertext: bytes.dropFirst().dropLast())
        }
        switch message.value() {
        case .string(let cipherText):
            return try cryptor.decrypt(ciphertext: Array(cipherText.utf8)[...])
        case .object(var fields):
            if let encrypted = fields[PushKeys.message] {
                fields[PushKeys.message] = try readable(beside: encrypted, with: cryptor)
                return RawJSON(.object(fields))
            }
            if fields.keys.contains(where: PushKeys.payloads.contains),
                fields.keys.allSatisfy(PushKeys.readable.contains)
            {
                return message
            }
            return RawJSON(try cryptor.decrypt(container: .object(fields)))
        case let value:
            return RawJSON(try cryptor.decrypt(container: value))
        }
    }

    /// The readable message beside push payloads.
    private static func readable(
        beside encrypted: JSONValue,
        with cryptor: MessageCipher
    ) throws(CryptorError) -> JSONValue {
        guard case .string(let cipherText) = encrypted else { return try cryptor.decrypt(container: encrypted) }
        return try cryptor.decrypt(ciphertext: Array(cipherText.utf8)[...]).value()
    }
}

/// A received message as the application gets it.
struct DecryptedMessage: Sendable, Hashable {
    /// What stands in for a message that cannot be decrypted.
    static let errorText = "DECRYPTION_ERROR"

    /// The message, or the text `DECRYPTION_ERROR`.
    let payload: RawJSON

    /// Why the message could not be decrypted; nil when it could, or did not have to be.
    let failure: CryptorError?
}
