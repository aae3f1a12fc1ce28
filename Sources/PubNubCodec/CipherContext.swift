import COpenSSL

/// AES-CBC in one direction with one key, reused from message to message so that the key is expanded once.
///
/// Not safe for use from several threads at a time.
final class CipherContext {
    /// Which AES is meant; the key has to be of its length.
    enum Algorithm: String {
        case aes128 = "AES-128-CBC"
        case aes256 = "AES-256-CBC"
    }

    /// The size of a block, and of the initialization vector.
    static let blockSize = 16

    private let context: OpaquePointer

    init(_ algorithm: Algorithm, key: [UInt8], encrypts: Bool) throws(CryptorError) {
        guard let context = EVP_CIPHER_CTX_new() else { throw .outOfMemory }
        guard let cipher = EVP_CIPHER_fetch(nil, algorithm.rawValue, nil) else {
            EVP_CIPHER_CTX_free(context)
            throw .unknownCryptor
        }
        // The context holds a reference of its own.
        defer { EVP_CIPHER_free(cipher) }
        guard Int(EVP_CIPHER_get_key_length(cipher)) == key.count,
            EVP_CipherInit_ex2(context, cipher, key, nil, encrypts ? 1 : 0, nil) == 1
        else {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
            throw .illegalInitialization
        }
        self.context = context
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Encrypts or decrypts a whole message with PKCS#7 padding and puts `prefix` in front of the result.
    ///
    /// `vector` is the initialization vector and has to be of `blockSize` bytes.
    func process(
        _ input: ArraySlice<UInt8>,
        vector: ArraySlice<UInt8>,
        prefix: [UInt8] = []
    ) throws(CryptorError) -> [UInt8] {
        guard vector.count == Self.blockSize else { throw .processing }
        guard input.count <= Int(Int32.max) - Self.blockSize else { throw .bufferTooSmall }
        var isComplete = false
        let output = [UInt8](
            unsafeUninitializedCapacity: prefix.count + input.count + Self.blockSize
        ) { target, count in
            _ = target.initialize(fromContentsOf: prefix)
            let body = target.baseAddress.map { $0 + prefix.count }
            var bodyLength: Int32 = 0
            var tailLength: Int32 = 0
            isComplete = input.withUnsafeBufferPointer { source in
                vector.withUnsafeBufferPointer { vector in
                    EVP_CipherInit_ex2(context, nil, nil, vector.baseAddress, -1, nil) == 1
                        && EVP_CipherUpdate(context, body, &bodyLength, source.baseAddress, Int32(source.count)) == 1
                        && EVP_CipherFinal_ex(context, body.map { $0 + Int(bodyLength) }, &tailLength) == 1
                }
            }
            count = isComplete ? prefix.count + Int(bodyLength + tailLength) : 0
        }
        guard isComplete else {
            // An error left in this thread's queue would be taken for the error of the next TLS call.
            ERR_clear_error()
            throw .processing
        }
        return output
    }
}
