import PubNubCodec
import PubNubLocks
import PubNubWire

/// Encrypts and decrypts text with the cipher key and in the encryption format of a configuration.
public final class PNCryptoHelper: Sendable {
    /// nil without a cipher key.
    private let cipher = Locked<MessageCipher?>(nil)

    /// Makes a helper.
    ///
    /// - Parameters:
    ///   - configuration: Where the cipher key is taken from.
    ///   - error: Where to put what went wrong, such as ``kPNCryptoEmptyCipherKeyError``; `nil`, the default, when
    ///     ``ready`` is enough.
    public init(configuration: PNConfiguration, error: UnsafeMutablePointer<PNError?>? = nil) {
        _ = update(with: configuration, withError: error)
    }

    /// Whether there is a cipher key to work with.
    public var ready: Bool {
        cipher.withLock { $0 != nil }
    }

    /// Takes over the cipher key and the encryption format of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: Where the cipher key is taken from.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: Whether the helper is ready.
    @discardableResult
    public func update(
        with configuration: PNConfiguration,
        withError error: UnsafeMutablePointer<PNError?>? = nil
    ) -> Bool {
        let settings = configuration.settings
        do {
            let current = try MessageCipher(cipherKey: settings.cipherKey ?? "", format: settings.encryptionFormat)
            cipher.withLock { $0 = current }
            return true
        } catch let reason {
            cipher.withLock { $0 = nil }
            error?.pointee = PNError(reason)
            return false
        }
    }

    /// Encrypts text.
    ///
    /// - Parameters:
    ///   - plainString: The text.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: The encrypted text in base64; `nil` when it could not be encrypted.
    @discardableResult
    public func encryptedString(from plainString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { cipher throws(CryptorError) in try cipher.encrypt(text: plainString) }
    }

    /// Decrypts text that a PubNub client encrypted with the same key; with ``PNEncryptionFormat/ios33``, only text in that
    /// format.
    ///
    /// - Parameters:
    ///   - encodedString: The encrypted text in base64.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: The text; `nil` when it could not be decrypted.
    @discardableResult
    public func decryptedString(from encodedString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { cipher throws(CryptorError) in try cipher.decrypt(text: encodedString) }
    }

    private func report(
        to error: UnsafeMutablePointer<PNError?>?,
        _ work: (MessageCipher) throws(CryptorError) -> String
    ) -> String? {
        guard let current = cipher.withLock({ $0 }) else {
            error?.pointee = PNError(code: kPNCryptoEmptyCipherKeyError)
            return nil
        }
        do {
            return try work(current)
        } catch let reason {
            error?.pointee = PNError(reason)
            return nil
        }
    }
}

extension PNError {
    /// Makes the error of a cipher.
    convenience init(_ reason: CryptorError) {
        switch reason {
        case .emptyKey: self.init(code: kPNCryptoEmptyCipherKeyError)
        case .illegalInitialization: self.init(code: kPNCryptoIllegalInitializationParametersError)
        case .bufferTooSmall: self.init(code: kPNCryptoInsufficentBufferSizeError)
        case .outOfMemory: self.init(code: kPNCryptoInsufficentMemoryError)
        case .alignment: self.init(code: kPNCryptoAligmentInputDataError)
        case .processing: self.init(code: kPNCryptoInputDataProcessingError)
        case .unknownCryptor: self.init(code: kPNCryptoUnavailableFeatureError)
        case .unsupportedValue:
            self.init(
                message: "The encryption format has no encryption for numbers, booleans and null.",
                code: kPNCryptoInputDataProcessingError,
                suggestion: "Send strings, or choose another encryption format.",
                underlying: nil
            )
        }
    }
}

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
