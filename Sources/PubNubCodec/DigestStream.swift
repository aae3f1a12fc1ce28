import CPubNubOpenSSL

/// Computes SHA-256 of bytes that arrive in parts. Use it from one thread at a time.
package final class DigestStream {
    private let context: OpaquePointer

    /// - Throws: `DigestError.unavailable` if the crypto library fails.
    package init() throws(DigestError) {
        guard let context = EVP_MD_CTX_new() else { throw .unavailable }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
            throw .unavailable
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Adds the next part.
    ///
    /// - Throws: `DigestError.unavailable` if the crypto library fails.
    package func add(_ bytes: some Collection<UInt8>) throws(DigestError) {
        let bytes = Array(bytes)
        guard EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
            ERR_clear_error()
            throw .unavailable
        }
    }

    /// The hash of all parts. Call it once, at the end.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: `DigestError.unavailable` if the crypto library fails.
    package func finish() throws(DigestError) -> [UInt8] {
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { target, count in
            var length: UInt32 = 0
            let status = EVP_DigestFinal_ex(context, target.baseAddress, &length)
            count = status == 1 ? Int(length) : 0
        }
        guard !digest.isEmpty else {
            ERR_clear_error()
            throw .unavailable
        }
        return digest
    }
}
