import CPubNubOpenSSL

/// Comparison of secrets.
package enum ConstantTime {
    /// True when both are equal; the time taken depends on their lengths only.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return CRYPTO_memcmp(left, right, left.count) == 0
    }
}
