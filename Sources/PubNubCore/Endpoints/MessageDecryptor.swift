package import PubNubCodec
package import PubNubWire

/// Decrypts received messages.
package enum MessageDecryptor {
    /// Decrypts one message.
    ///
    /// An encrypted message is a string, or the string `pn_other` of an object with push payloads; that object is then
    /// delivered with the decrypted message. With a cipher, any other message fails, except an object of only push
    /// payloads, which are never encrypted, and arrays and objects in the format of 3.3.
    ///
    /// - Parameters:
    ///   - message: the message as received.
    ///   - cryptor: the cipher of the configuration; nil delivers the message as it is.
    /// - Returns: the decrypted message, or the replacement for one that cannot be decrypted.
    package static func decrypt(_ message: RawJSON, with cryptor: MessageCipher?) -> DecryptedMessage {
        guard let cryptor else { return DecryptedMessage(payload: message, failure: nil) }
        do throws(CryptorError) {
            return DecryptedMessage(payload: try readable(message, with: cryptor), failure: nil)
        } catch {
            return DecryptedMessage(payload: DecryptedMessage.replacement, failure: error)
        }
    }

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
            return try cryptor.decrypt(ciphertext: cipherText)
        case .object(var fields):
            if let encrypted = fields[PushKeys.message] {
                fields[PushKeys.message] = try readable(alongside: encrypted, with: cryptor)
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

    /// The readable message next to push payloads.
    private static func readable(
        alongside encrypted: JSON,
        with cryptor: MessageCipher
    ) throws(CryptorError) -> JSON {
        guard case .string(let cipherText) = encrypted else { return try cryptor.decrypt(container: encrypted) }
        return try cryptor.decrypt(ciphertext: cipherText).value()
    }
}

/// A received message in the form for the application.
package struct DecryptedMessage: Sendable, Hashable {
    /// Replaces a message that cannot be decrypted.
    static let errorText = "DECRYPTION_ERROR"

    package static let replacement = RawJSON(.string(errorText))

    /// The message, or the string `DECRYPTION_ERROR`.
    package let payload: RawJSON

    /// The reason why the message could not be decrypted; `nil` after a success, or without encryption.
    package let failure: CryptorError?
}
