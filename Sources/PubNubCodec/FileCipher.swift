/// Encrypts the bytes of a file piece by piece. One task at a time may use it.
package final class FileEncryptor {
    private let context: CipherContext
    /// What precedes the ciphertext; empty once it was returned.
    private var head: [UInt8]
    private let headLength: Int

    init(key: [UInt8], hasHeader: Bool) throws(CryptorError) {
        context = try CipherContext(.aes256, key: key, encrypts: true)
        let vector = try SecureRandom.bytes(CipherContext.blockSize)
        try context.begin(vector: vector[...])
        head = hasHeader ? CryptorHeader(identifier: CryptorHeader.aesCBC, metadata: vector[...]).bytes : vector
        headLength = head.count
    }

    /// The number of encrypted bytes.
    ///
    /// - Parameter length: The number of plain bytes.
    /// - Returns: The number; `nil` if it is beyond any file.
    package func length(of length: Int) -> Int? {
        let block = CipherContext.blockSize
        let (sum, isTooLarge) = (length / block * block).addingReportingOverflow(block + headLength)
        return isTooLarge ? nil : sum
    }

    /// Encrypts the next bytes.
    ///
    /// - Parameter bytes: Plain bytes.
    /// - Returns: Encrypted bytes, possibly none.
    /// - Throws: ``CryptorError``.
    package func update(_ bytes: [UInt8]) throws(CryptorError) -> [UInt8] {
        let start = head
        head = []
        return start + (try context.update(bytes[...]))
    }

    /// Returns the last encrypted bytes.
    package func finish() throws(CryptorError) -> [UInt8] {
        let start = head
        head = []
        return start + (try context.finish())
    }
}

/// Decrypts the bytes of a file piece by piece. One task at a time may use it.
///
/// A file with a header names its format. In any other the first block is the initialization vector. The bytes are not
/// authenticated: only a wrong padding shows at the end that the key is another one or the file is damaged.
package final class FileDecryptor {
    private let legacyKey: [UInt8]
    private let moduleKey: [UInt8]
    /// The bytes before the format is known.
    private var start: [UInt8] = []
    private var context: CipherContext?

    init(legacyKey: [UInt8], moduleKey: [UInt8]) {
        self.legacyKey = legacyKey
        self.moduleKey = moduleKey
    }

    /// Decrypts the next bytes.
    ///
    /// - Parameter bytes: Encrypted bytes.
    /// - Returns: Plain bytes, possibly none.
    /// - Throws: ``CryptorError``.
    package func update(_ bytes: [UInt8]) throws(CryptorError) -> [UInt8] {
        if let context { return try context.update(bytes[...]) }
        start += bytes
        let hasHeader = CryptorHeader.isPresent(in: start)
        guard start.count >= (hasHeader ? CryptorHeader.cbcLength : CipherContext.blockSize) else { return [] }
        let (vector, ciphertext) = try begin(hasHeader: hasHeader)
        let context = try CipherContext(.aes256, key: hasHeader ? moduleKey : legacyKey, encrypts: false)
        try context.begin(vector: vector)
        self.context = context
        start = []
        return try context.update(ciphertext)
    }

    /// Returns the last plain bytes.
    package func finish() throws(CryptorError) -> [UInt8] {
        guard let context else { throw .processing }
        return try context.finish()
    }

    /// The initialization vector, and the ciphertext so far.
    private func begin(
        hasHeader: Bool
    ) throws(CryptorError) -> (vector: ArraySlice<UInt8>, ciphertext: ArraySlice<UInt8>) {
        guard hasHeader else {
            return (start.prefix(CipherContext.blockSize), start.dropFirst(CipherContext.blockSize))
        }
        let (header, ciphertext) = try CryptorHeader.read(start)
        guard header.identifier == CryptorHeader.aesCBC else { throw .unknownCryptor }
        return (header.metadata, ciphertext)
    }
}
