import COpenSSL

/// Keyed hashes (RFC 2104).
package enum HMAC {
    /// HMAC-SHA256, 32 bytes.
    package static func sha256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { target, count in
            var length: UInt32 = 0
            let result = COpenSSL.HMAC(
                EVP_sha256(),
                key,
                Int32(clamping: key.count),
                message,
                message.count,
                target.baseAddress,
                &length
            )
            count = result == nil ? 0 : Int(length)
        }
    }
}
