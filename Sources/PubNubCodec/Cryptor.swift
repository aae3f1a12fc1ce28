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
        // The 3.x clients use the hexadecimal form of the hash, of which the cipher takes the first 32 characters.
        legacy = try CipherPair(.aes256, key: Array(Digest.hex(digest).utf8.prefix(32)))
        module = try CipherPair(.aes256, key: digest)
    }

    /// Encrypts as 3.x clients do: fixed initialization vector, so equal plaintexts give equal ciphertexts.
    package func encrypt(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        Base64.encode(try legacy.encrypt(plaintext, vector: Self.staticVector))
    }

    /// Encrypts as most clients since 2020 do: the same key, with a random initialization vector before the ciphertext.
    package func encryptRandomIV(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        let vector = try SecureRandom.bytes(CipherContext.blockSize)
        return Base64.encode(try legacy.encrypt(plaintext, vector: vector[...], prefix: vector))
    }

    /// Encrypts as current clients do: a random initialization vector, and a header that names the method.
    package func encryptModule(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        let vector = try SecureRandom.bytes(CipherContext.blockSize)[...]
        let header = CryptorHeader(identifier: CryptorHeader.aesCBC, metadata: vector)
        return Base64.encode(try module.encrypt(plaintext, vector: vector, prefix: header.bytes))
    }

    /// Decrypts a string in any of the three formats.
    ///
    /// A ciphertext with a header names its format. The other two formats look alike: decrypted with the fixed vector,
    /// a ciphertext with a random one gives 16 bytes of noise and then its plaintext. So the result of the fixed vector
    /// counts if it is JSON; otherwise the result without the first block counts if that is JSON; otherwise the first
    /// of the two that is valid UTF-8. Only the format with a header can hold an empty plaintext.
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
        // In the format with a random vector, a single block is the vector without a plaintext.
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
