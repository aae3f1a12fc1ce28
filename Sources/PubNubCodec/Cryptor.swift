/// Encrypts and decrypts messages with a cipher key, in every format that PubNub clients use.
///
/// All formats are AES-256-CBC with PKCS#7 padding, written as standard base64. Safe to use from any thread.
package final class Cryptor: Sendable {
    private static let staticVector = Array("0123456789012345".utf8)[...]

    private let legacy: CipherPair
    private let module: CipherPair

    /// Throws `emptyKey` for an empty cipher key.
    package init(cipherKey: String) throws(CryptorError) {
        guard !cipherKey.isEmpty else { throw .emptyKey }
        guard let digest = try? Digest.sha256(Array(cipherKey.utf8)) else { throw .unknownCryptor }
        // The 3.x clients hand over the hexadecimal text, of which the cipher uses the first 32 characters.
        legacy = try CipherPair(.aes256, key: Array(Digest.hex(digest).utf8.prefix(32)))
        module = try CipherPair(.aes256, key: digest)
    }

    /// Encrypts as 3.x clients do: fixed initialization vector, so equal plaintexts give equal ciphertexts.
    package func encrypt(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        Base64.encode(try legacy.encrypt(plaintext, vector: Self.staticVector))
    }

    /// Encrypts as most clients since 2020 do: the same key, a random initialization vector in front.
    package func encryptRandomIV(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        let vector = try SecureRandom.bytes(CipherContext.blockSize)
        return Base64.encode(try legacy.encrypt(plaintext, vector: vector[...], prefix: vector))
    }

    /// Encrypts as today's clients do: random initialization vector, and a header that names the method.
    package func encryptModule(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        let vector = try SecureRandom.bytes(CipherContext.blockSize)[...]
        let header = CryptorHeader(identifier: CryptorHeader.aesCBC, metadata: vector)
        return Base64.encode(try module.encrypt(plaintext, vector: vector, prefix: header.bytes))
    }

    /// Decrypts a text in any of the three formats.
    ///
    /// Ciphertexts with a header say what they are. The other two cannot be told apart in advance: read with the fixed
    /// vector, a ciphertext with a random one gives its plaintext behind 16 bytes of noise. So the fixed vector's
    /// reading stands when it is JSON; otherwise the one without its first block is taken when it is JSON; otherwise
    /// the first of the two that is text at all. Only the format with a header can carry an empty plaintext.
    ///
    /// Characters foreign to base64, such as quotes, are skipped. `isJSON` says whether bytes are one complete JSON
    /// text.
    package func decrypt(
        _ base64: String,
        isJSON: (ArraySlice<UInt8>) -> Bool
    ) throws(CryptorError) -> [UInt8] {
        try decrypt(Base64.decodeLenient(base64.utf8), isJSON: isJSON)
    }

    /// Decrypts the base64 text in `bytes`; see `decrypt(_:isJSON:)` for strings.
    package func decrypt(
        _ base64: ArraySlice<UInt8>,
        isJSON: (ArraySlice<UInt8>) -> Bool
    ) throws(CryptorError) -> [UInt8] {
        try decrypt(Base64.decodeLenient(base64), isJSON: isJSON)
    }

    private func decrypt(_ bytes: [UInt8], isJSON: (ArraySlice<UInt8>) -> Bool) throws(CryptorError) -> [UInt8] {
        if CryptorHeader.isPresent(in: bytes) { return try decryptModule(bytes) }
        let fixed = try legacy.decrypt(bytes[...], vector: Self.staticVector)
        if isJSON(fixed[...]) { return fixed }
        // One block is nothing but a vector in the other reading.
        let random = bytes.count > CipherContext.blockSize ? fixed.dropFirst(CipherContext.blockSize) : nil
        if let random, isJSON(random) { return Array(random) }
        if Self.isText(fixed[...]), !fixed.isEmpty { return fixed }
        if let random, Self.isText(random), !random.isEmpty { return Array(random) }
        throw .processing
    }

    private func decryptModule(_ bytes: [UInt8]) throws(CryptorError) -> [UInt8] {
        let (header, ciphertext) = try CryptorHeader.read(bytes)
        guard header.identifier == CryptorHeader.aesCBC else { throw .unknownCryptor }
        let plaintext = try module.decrypt(ciphertext, vector: header.metadata)
        guard Self.isText(plaintext[...]) else { throw .processing }
        return plaintext
    }

    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }
}
