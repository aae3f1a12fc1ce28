import CPubNubOpenSSL

/// Hash functions.
package enum Digest {
    /// Computes SHA-256.
    ///
    /// - Parameter message: The bytes to hash.
    /// - Returns: 32 bytes.
    /// - Throws: `DigestError.unavailable` if the crypto library fails. There is never a shorter result: an empty one would be
    ///   the same for all messages.
    package static func sha256(_ message: [UInt8]) throws(DigestError) -> [UInt8] {
        try hash(message, EVP_sha256())
    }

    /// Computes SHA-256 of part of an array, without a copy of it.
    ///
    /// - Parameter message: The bytes to hash.
    /// - Returns: 32 bytes.
    /// - Throws: As ``sha256(_:)``.
    package static func sha256(of message: ArraySlice<UInt8>) throws(DigestError) -> [UInt8] {
        let result = message.withUnsafeBytes { bytes in
            Result { () throws(DigestError) in try hash(bytes, EVP_sha256()) }
        }
        return try result.get()
    }

    /// Computes MD5, for the formats that are made of it only.
    ///
    /// - Parameter message: The bytes to hash.
    /// - Returns: 16 bytes.
    /// - Throws: `DigestError.unavailable` if the crypto library fails, or does not allow MD5.
    package static func md5(_ message: [UInt8]) throws(DigestError) -> [UInt8] {
        try hash(message, EVP_md5())
    }

    /// Lower-case hexadecimal digits, two for each byte.
    package static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The hash of a message by a function of the crypto library; nil stands for one that the library does not have.
    static func hash(_ message: [UInt8], _ algorithm: OpaquePointer?) throws(DigestError) -> [UInt8] {
        let result = message.withUnsafeBytes { bytes in
            Result { () throws(DigestError) in try hash(bytes, algorithm) }
        }
        return try result.get()
    }

    private static func hash(
        _ message: UnsafeRawBufferPointer,
        _ algorithm: OpaquePointer?
    ) throws(DigestError) -> [UInt8] {
        guard let algorithm else { throw .unavailable }
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { target, count in
            var length: UInt32 = 0
            let status = EVP_Digest(message.baseAddress, message.count, target.baseAddress, &length, algorithm, nil)
            count = status == 1 ? Int(length) : 0
        }
        guard !digest.isEmpty else {
            // An error left in this thread's queue would be taken for the error of the next TLS call.
            ERR_clear_error()
            throw .unavailable
        }
        return digest
    }
}
