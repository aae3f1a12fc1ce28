import CPubNubOpenSSL

/// Keyed hashes (RFC 2104).
package enum HMAC {
    /// Computes HMAC-SHA256, 32 bytes.
    ///
    /// - Parameters:
    ///   - key: The key, of at most `Int32.max` bytes; it may be empty.
    ///   - message: The bytes to authenticate.
    /// - Returns: The 32 bytes.
    /// - Throws: `DigestError` if the crypto library fails. There is never a shorter result: an empty one would pass for a
    ///   signature.
    package static func sha256(key: [UInt8], message: [UInt8]) throws(DigestError) -> [UInt8] {
        try compute(key: key, message: message, algorithm: EVP_sha256())
    }

    /// The HMAC with a hash function of the crypto library; nil stands for one that the library does not have.
    static func compute(
        key: [UInt8],
        message: [UInt8],
        algorithm: OpaquePointer?
    ) throws(DigestError) -> [UInt8] {
        // Without a function OpenSSL would take the one of an earlier call.
        guard let algorithm else { throw .unavailable }
        guard let keyLength = Int32(exactly: key.count) else { throw .keyTooLong }
        let expected = Int(EVP_MD_get_size(algorithm))
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { target, count in
            var length: UInt32 = 0
            let result = CPubNubOpenSSL.HMAC(
                algorithm,
                key,
                keyLength,
                message,
                message.count,
                target.baseAddress,
                &length
            )
            count = result == nil ? 0 : Int(length)
        }
        guard digest.count == expected, !digest.isEmpty else {
            // An error left in this thread's queue would be taken for the error of the next TLS call.
            ERR_clear_error()
            throw .unavailable
        }
        return digest
    }
}
