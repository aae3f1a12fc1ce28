/// Why a cipher could not be made or used. The client reports these as its codes 125 to 131.
package enum CryptorError: Error, Hashable, Sendable {
    /// The cipher key is empty (125).
    case emptyKey
    /// The cipher could not be set up (126).
    case illegalInitialization
    /// The input is longer than the cipher can process in one call (127).
    case bufferTooSmall
    /// No memory for the cipher (128).
    case outOfMemory
    /// The ciphertext is not a whole number of blocks (129).
    case alignment
    /// The data cannot be processed (130): no ciphertext, another key, or damaged.
    case processing
    /// The cipher or the hash function of its key is missing from the system's library, or the ciphertext names an
    /// unknown version or method (131).
    case unknownCryptor
    /// The format cannot encrypt a value of this kind (130).
    case unsupportedValue
}
