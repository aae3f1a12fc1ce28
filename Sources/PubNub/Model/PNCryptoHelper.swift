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
