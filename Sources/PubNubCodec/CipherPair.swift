import PubNubSupport

/// Both directions of one cipher, safe to use from any thread.
final class CipherPair: Sendable {
    private let encryptor: Locked<CipherContext>
    private let decryptor: Locked<CipherContext>

    init(_ algorithm: CipherContext.Algorithm, key: [UInt8]) throws(CryptorError) {
        encryptor = Locked(try CipherContext(algorithm, key: key, encrypts: true))
        decryptor = Locked(try CipherContext(algorithm, key: key, encrypts: false))
    }

    /// The ciphertext behind `prefix`, and behind its random vector if `vector` is nil.
    func encrypt(
        _ plaintext: [UInt8],
        vector: ArraySlice<UInt8>?,
        prefix: [UInt8] = []
    ) throws(CryptorError) -> [UInt8] {
        try encryptor.withLock { context throws(CryptorError) in
            try context.process(plaintext[...], vector: vector, prefix: prefix)
        }
    }

    /// The plaintext of a whole, positive number of blocks.
    func decrypt(_ ciphertext: ArraySlice<UInt8>, vector: ArraySlice<UInt8>) throws(CryptorError) -> [UInt8] {
        guard !ciphertext.isEmpty else { throw .processing }
        guard ciphertext.count % CipherContext.blockSize == 0 else { throw .alignment }
        return try decryptor.withLock { context throws(CryptorError) in
            try context.process(ciphertext, vector: vector)
        }
    }
}
