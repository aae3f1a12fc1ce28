/// The format in which a client encrypts messages with its cipher key.
package enum EncryptionFormat: Sendable, Hashable, CaseIterable {
    /// AES-256-CBC with a fixed initialization vector, as the clients of 3.4 to 3.7 use it.
    case fixedVector
    /// The same with a random initialization vector before the ciphertext.
    case randomVector
    /// A header that names the cipher, and AES-256-CBC with a random initialization vector.
    case header
    /// AES-128-CBC under the MD5 digest of the cipher key, for each string separately, as the iOS 3.3 client uses it.
    case ios33
}
