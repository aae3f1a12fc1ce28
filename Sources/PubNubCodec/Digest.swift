import COpenSSL

/// Hash functions.
package enum Digest {
    /// SHA-256, 32 bytes.
    package static func sha256(_ message: [UInt8]) -> [UInt8] {
        hash(message, EVP_sha256())
    }

    /// MD5, 16 bytes; only for the formats that are made of it.
    package static func md5(_ message: [UInt8]) -> [UInt8] {
        hash(message, EVP_md5())
    }

    /// Lower-case hexadecimal digits, two for each byte.
    package static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func hash(_ message: [UInt8], _ algorithm: OpaquePointer?) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { target, count in
            var length: UInt32 = 0
            let status = EVP_Digest(message, message.count, target.baseAddress, &length, algorithm, nil)
            count = status == 1 ? Int(length) : 0
        }
    }
}
