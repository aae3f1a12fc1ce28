/// The cipher of the 3.3 clients: AES-128-CBC under the MD5 of the cipher key, strings encrypted without quotes.
///
/// Containers stay readable in that format: only the string values inside them are encrypted, one by one.
package final class LegacyCipher33: Sendable {
    private static let vector = Array("0123456789012345".utf8)[...]

    private let cipher: CipherPair

    /// Throws `emptyKey` for an empty cipher key.
    package init(cipherKey: String) throws(CryptorError) {
        guard !cipherKey.isEmpty else { throw .emptyKey }
        guard let digest = try? Digest.md5(Array(cipherKey.utf8)) else { throw .unknownCryptor }
        cipher = try CipherPair(.aes128, key: digest)
    }

    /// The base64 text that stands for a string value.
    package func encrypt(_ text: String) throws(CryptorError) -> String {
        Base64.encode(try cipher.encrypt(Array(text.utf8), vector: Self.vector))
    }

    /// The string value that a base64 text stands for.
    package func decrypt(_ base64: String) throws(CryptorError) -> String {
        let plaintext = try cipher.decrypt(Base64.decodeLenient(base64.utf8)[...], vector: Self.vector)
        guard let text = String(validating: plaintext, as: UTF8.self) else { throw .processing }
        return text
    }
}
