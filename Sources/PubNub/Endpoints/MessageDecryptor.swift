import PubNubCodec
import PubNubWire

/// Makes received messages readable.
enum MessageDecryptor {
    /// Decrypts one message.
    ///
    /// Encrypted messages arrive as a string, or as the string `pn_other` of an object that holds push payloads too; the
    /// object is then delivered with its message readable. With a cipher, anything else fails, except an object of
    /// push payloads alone, in which nothing is ever encrypted.
    ///
    /// - Parameters:
    ///   - message: the message as received.
    ///   - cryptor: the cipher of the configuration; nil delivers the message as it is.
    static func decrypt(_ message: RawJSON, with cryptor: Cryptor?) -> DecryptedMessage {
        guard let cryptor else { return DecryptedMessage(payload: message, failure: nil) }
        do throws(CryptorError) {
            return DecryptedMessage(payload: try readable(message, with: cryptor), failure: nil)
        } catch {
            return DecryptedMessage(payload: failed, failure: error)
        }
    }

    private static let failed = RawJSON(.string(DecryptedMessage.errorText))

    private static func readable(_ message: RawJSON, with cryptor: Cryptor) throws(CryptorError) -> RawJSON {
        switch message.value() {
        case .string(let text):
            return try decrypt(text, with: cryptor)
        case .object(var fields):
            if case .string(let text) = fields[PushKeys.message] {
                fields[PushKeys.message] = try decrypt(text, with: cryptor).value()
                return RawJSON(.object(fields))
            }
            guard fields.keys.contains(where: PushKeys.payloads.contains),
                fields.keys.allSatisfy(PushKeys.readable.contains)
            else { throw .processing }
            return message
        default:
            throw .processing
        }
    }

    /// The JSON in `text`, or its plain text as a JSON string when it holds something else.
    private static func decrypt(_ text: String, with cryptor: Cryptor) throws(CryptorError) -> RawJSON {
        let bytes = try cryptor.decrypt(text)
        guard !bytes.isEmpty, let plain = String(validating: bytes, as: UTF8.self) else { throw .processing }
        return (try? RawJSON(validating: bytes)) ?? RawJSON(.string(plain))
    }
}
