import CPubNubOpenSSL

/// Random bytes that cannot be guessed.
package enum SecureRandom {
    /// `count` bytes from the generator of the system's crypto library.
    package static func bytes(_ count: Int) throws(CryptorError) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else { throw .bufferTooSmall }
        var isReady = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
            isReady = RAND_bytes(target.baseAddress, length) == 1
            initialized = isReady ? count : 0
        }
        guard isReady else {
            ERR_clear_error()
            throw .processing
        }
        return bytes
    }
}
