import PubNubCodec
import PubNubWire

/// Makes received messages readable.
enum MessageDecryptor {
    /// Decrypts one message.
    ///
    /// Encrypted messages arrive as a string, or as the string `pn_other` of an object that holds push payloads too;
    /// the object is then delivered with its message readable. With a cipher, anything else fails, except an object of
    /// push payloads alone, in which nothing is ever encrypted.
    ///
    /// - Parameters:
    ///   - message: the message as received.
    ///   - cryptor: the cipher of the configuration; nil delivers the message as it is.
    /// - Returns: the readable message, or the stand-in for one that cannot be read.
    static func decrypt(_ message: RawJSON, with cryptor: Cryptor?) -> DecryptedMessage {
        guard let cryptor else { return DecryptedMessage(payload: message, failure: nil) }
        do throws(CryptorError) {
            return DecryptedMessage(payload: try readable(message, with: cryptor), failure: nil)
        } catch {
            return DecryptedMessage(payload: failed, failure: error)
        }
    }

    /// Decrypts the base64 text of one message.
    ///
    /// - Parameters:
    ///   - cipherText: the text.
    ///   - cryptor: the cipher of the configuration.
    /// - Returns: the readable message.
    /// - Throws: what the cipher reports.
    static func decrypt(_ cipherText: String, with cryptor: Cryptor) throws(CryptorError) -> RawJSON {
        try text(in: try cryptor.decrypt(cipherText, isJSON: RawJSON.isValid))
    }

    private static let failed = RawJSON(.string(DecryptedMessage.errorText))

    private static func readable(_ message: RawJSON, with cryptor: Cryptor) throws(CryptorError) -> RawJSON {
        let bytes = message.bytes
        if bytes.first == UInt8(ascii: "\""), !bytes.contains(UInt8(ascii: "\\")) {
            return try text(in: try cryptor.decrypt(bytes, isJSON: RawJSON.isValid))
        }
        switch message.value() {
        case .string(let cipherText):
            return try decrypt(cipherText, with: cryptor)
        case .object(var fields):
            if case .string(let cipherText) = fields[PushKeys.message] {
                fields[PushKeys.message] = try decrypt(cipherText, with: cryptor).value()
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

    /// The JSON in `bytes`, or their text as a JSON string when they hold something else.
    private static func text(in bytes: [UInt8]) throws(CryptorError) -> RawJSON {
        if let json = try? RawJSON(validating: bytes) { return json }
        guard !bytes.isEmpty, let plain = String(validating: bytes, as: UTF8.self) else { throw .processing }
        return RawJSON(.string(plain))
    }
}
