/// Encrypts and decrypts messages with a cipher key, in every format that PubNub clients use.
///
/// All formats are AES-256-CBC with PKCS#7 padding, written as standard base64. Safe to use from any thread.
package final class Cryptor: Sendable {
    private static let staticVector = Array("0123456789012345".utf8)[...]

    private let legacyKey: [UInt8]
    private let moduleKey: [UInt8]
    private let legacy: CipherPair
    private let module: CipherPair

    /// Throws `emptyKey` for an empty cipher key.
    package init(cipherKey: String) throws(CryptorError) {
        guard !cipherKey.isEmpty else { throw .emptyKey }
        guard let digest = try? Digest.sha256(Array(cipherKey.utf8)) else { throw .unknownCryptor }
        // The 3.x clients use the hexadecimal form of the hash, of which the cipher takes the first 32 characters.
        legacyKey = Array(Digest.hex(digest).utf8.prefix(32))
        moduleKey = digest
        legacy = try CipherPair(.aes256, key: legacyKey)
        module = try CipherPair(.aes256, key: moduleKey)
    }

    /// Encrypts as 3.x clients do: fixed initialization vector, so equal plaintexts give equal ciphertexts.
    package func encrypt(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        Base64.encode(try legacy.encrypt(plaintext, vector: Self.staticVector))
    }

    /// Encrypts as most clients since 2020 do: the same key, with a random initialization vector before the ciphertext.
    package func encryptRandomIV(_ plaintext: [UInt8]) throws(CryptorError) -> String {
        Base64.encode(try legacy.encrypt(plaintext, vector: nil))
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
        try open(base64).bytes(isJSON: isJSON)
    }

    /// Decrypts the base64 text in `bytes`; see `decrypt(_:isJSON:)` for strings.
    package func decrypt(
        _ base64: ArraySlice<UInt8>,
        isJSON: (ArraySlice<UInt8>) -> Bool
    ) throws(CryptorError) -> [UInt8] {
        try open(base64).bytes(isJSON: isJSON)
    }

    /// Decrypts a string and leaves it to the caller to find its JSON; see `decrypt(_:isJSON:)`.
    package func open(_ base64: String) throws(CryptorError) -> Plaintext {
        try open(Base64.decodeLenient(base64.utf8))
    }

    /// Decrypts the base64 text in `bytes` and leaves it to the caller to find its JSON; see `decrypt(_:isJSON:)`.
    package func open(_ base64: ArraySlice<UInt8>) throws(CryptorError) -> Plaintext {
        try open(Base64.decodeLenient(base64))
    }

    /// Makes what encrypts one file.
    ///
    /// - Parameter hasHeader: Whether the file gets the header of current clients. Otherwise it is in the format of before, always with a
    ///   random initialization vector.
    /// - Returns: What encrypts the file.
    /// - Throws: ``CryptorError``.
    package func fileEncryptor(hasHeader: Bool) throws(CryptorError) -> FileEncryptor {
        try FileEncryptor(key: hasHeader ? moduleKey : legacyKey, hasHeader: hasHeader)
    }

    /// Makes what decrypts one file in either format.
    package func fileDecryptor() -> FileDecryptor {
        FileDecryptor(legacyKey: legacyKey, moduleKey: moduleKey)
    }

    private func open(_ bytes: [UInt8]) throws(CryptorError) -> Plaintext {
        if CryptorHeader.isPresent(in: bytes) { return Plaintext(bytes: try openModule(bytes), hasHeader: true) }
        let fixed = try legacy.decrypt(bytes[...], vector: Self.staticVector)
        return Plaintext(bytes: fixed, hasHeader: false)
    }

    private func openModule(_ bytes: [UInt8]) throws(CryptorError) -> [UInt8] {
        let (header, ciphertext) = try CryptorHeader.read(bytes)
        guard header.identifier == CryptorHeader.aesCBC else { throw .unknownCryptor }
        return try module.decrypt(ciphertext, vector: header.metadata)
    }
}

/// A decrypted ciphertext. Without a header it may begin with a block of noise, if its vector was random.
package struct Plaintext: Sendable {
    /// The bytes with the noise, if there is any.
    package let bytes: [UInt8]
    private let hasHeader: Bool

    init(bytes: [UInt8], hasHeader: Bool) {
        self.bytes = bytes
        self.hasHeader = hasHeader
    }

    /// Where the message may begin, the most probable place first.
    package var starts: StrideThrough<Int> {
        let block = CipherContext.blockSize
        return stride(from: 0, through: !hasHeader && bytes.count >= block ? block : 0, by: block)
    }

    /// The message if it is not JSON at any of its possible places: valid UTF-8, and empty only with a header.
    package func text() throws(CryptorError) -> String {
        for start in starts where start < bytes.count || hasHeader {
            if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
        }
        throw .processing
    }

    fileprivate func bytes(isJSON: (ArraySlice<UInt8>) -> Bool) throws(CryptorError) -> [UInt8] {
        for start in starts where isJSON(bytes[start...]) { return start == 0 ? bytes : Array(bytes[start...]) }
        return Array(try text().utf8)
    }
}
