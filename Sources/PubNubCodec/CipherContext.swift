import CPubNubOpenSSL

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
    /// `vector` is the initialization vector and has to be of `blockSize` bytes; nil makes a random one, which stands between
    /// `prefix` and the result.
    func process(
        _ input: ArraySlice<UInt8>,
        vector: ArraySlice<UInt8>?,
        prefix: [UInt8] = []
    ) throws(CryptorError) -> [UInt8] {
        guard vector.map({ $0.count == Self.blockSize }) ?? true else { throw .processing }
        guard input.count <= Int(Int32.max) - Self.blockSize else { throw .bufferTooSmall }
        let start = prefix.count + (vector == nil ? Self.blockSize : 0)
        var length: Int?
        let output = [UInt8](unsafeUninitializedCapacity: start + input.count + Self.blockSize) { target, count in
            guard let first = target.baseAddress else { return }
            _ = target.initialize(fromContentsOf: prefix)
            let isReady: Bool
            if let vector {
                isReady = vector.withUnsafeBufferPointer { begin(with: $0.baseAddress) }
            } else {
                let random = first + prefix.count
                isReady = RAND_bytes(random, Int32(Self.blockSize)) == 1 && begin(with: random)
            }
            length = isReady ? process(input, into: first + start) : nil
            count = length.map { start + $0 } ?? 0
        }
        guard length != nil else { throw fault() }
        return output
    }

    /// Begins a message that is processed in pieces.
    func begin(vector: ArraySlice<UInt8>) throws(CryptorError) {
        let isReady = vector.count == Self.blockSize && vector.withUnsafeBufferPointer { begin(with: $0.baseAddress) }
        if !isReady { throw fault() }
    }

    /// Processes the next piece of a message. The last block follows with the pieces after it, or at the end.
    func update(_ input: ArraySlice<UInt8>) throws(CryptorError) -> [UInt8] {
        guard input.count <= Int(Int32.max) - Self.blockSize else { throw .bufferTooSmall }
        return try output(upTo: input.count + Self.blockSize) { target, length in
            input.withUnsafeBufferPointer { EVP_CipherUpdate(context, target, length, $0.baseAddress, Int32($0.count)) }
        }
    }

    /// Ends a message that was processed in pieces.
    func finish() throws(CryptorError) -> [UInt8] {
        try output(upTo: Self.blockSize) { EVP_CipherFinal_ex(context, $0, $1) }
    }

    private func output(
        upTo capacity: Int,
        _ step: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int32>) -> Int32
    ) throws(CryptorError) -> [UInt8] {
        var isDone = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            guard let first = target.baseAddress else { return }
            var length: Int32 = 0
            isDone = step(first, &length) == 1
            count = isDone ? Int(length) : 0
        }
        if !isDone { throw fault() }
        return output
    }

    /// The error of a call of the library that failed.
    private func fault() -> CryptorError {
        // An error left in this thread's queue would be taken for the error of the next TLS call.
        ERR_clear_error()
        return .processing
    }

    private func begin(with vector: UnsafePointer<UInt8>?) -> Bool {
        EVP_CipherInit_ex2(context, nil, nil, vector, -1, nil) == 1
    }

    /// The length of the result; nil after an error.
    private func process(_ input: ArraySlice<UInt8>, into output: UnsafeMutablePointer<UInt8>) -> Int? {
        var length: Int32 = 0
        var rest: Int32 = 0
        let isComplete = input.withUnsafeBufferPointer { source in
            EVP_CipherUpdate(context, output, &length, source.baseAddress, Int32(source.count)) == 1
                && EVP_CipherFinal_ex(context, output + Int(length), &rest) == 1
        }
        return isComplete ? Int(length + rest) : nil
    }
}
