/// The format in which a client encrypts messages with its cipher key.
///
/// Except for ``ios33``, the format only decides what the client sends: a client with any of the other three formats reads
/// messages in all three.
public enum PNEncryptionFormat: Sendable, Hashable, CaseIterable {
    /// The format of the 3.4 to 3.7 clients, and the default: AES-256-CBC with a fixed initialization vector. Equal messages
    /// give equal ciphertexts.
    case fixedVector

    /// The same with a random initialization vector in front of the ciphertext, as most clients from 2020 on send it. 3.x
    /// clients cannot read it.
    case randomVector

    /// The format of today's clients: a header that names the cipher, and AES-256-CBC with a random initialization vector.
    /// 3.x clients cannot read it.
    case header

    /// The format of the iOS 3.3 client, the compile-time option `CRYPTO_BACKWARD_COMPATIBILITY_MODE` of 3.7.8: AES-128-CBC
    /// under the MD5 digest of the cipher key.
    ///
    /// A client with this format can exchange messages only with clients that use the same format. Arrays and dictionaries
    /// travel as such, with each string in them encrypted on its own; the keys of dictionaries stay readable. The format has
    /// no encryption for numbers, booleans and null: a message that holds one is not sent, and the call ends with error 130.
    /// Use it only until the 3.3 clients are updated.
    case ios33
}
